//! Repair of links that mail and chat programs have changed.
//!
//! These programs escape characters (sometimes twice), wrap lines, add invisible characters, and include the period after a
//! sentence in the link. A repair cannot change the experiment, since the checksum is verified afterwards.

/// Returns the fragment, without `#`, of a pasted link or address, or the whole text if there is no `#`.
pub fn fragment(text: &str) -> String {
    let plain = unescaped(&visible(text));
    let from = plain.rfind('#').map_or(0, |hash| hash + 1);
    plain[from..]
        .trim_start_matches(LEADING)
        .trim_end_matches(TRAILING)
        .to_owned()
}

const LEADING: &[char] = &['<', '(', '"', '\'', '\u{2018}', '\u{201c}', '\u{ab}', '['];
const TRAILING: &[char] = &[
    '>', ')', '"', '\'', '\u{2019}', '\u{201d}', '\u{bb}', ']', '.', ',', ';', ':', '!', '?', '*',
];

/// Removes white space, zero-width characters, soft hyphens, byte-order and directional marks.
fn visible(text: &str) -> String {
    let invisible = |c: char| {
        c.is_whitespace()
            || matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
    };
    text.chars().filter(|&c| !invisible(c)).collect()
}

/// Resolves percent escapes until none are left, at most four times.
fn unescaped(text: &str) -> String {
    let mut current = text.to_owned();
    for _ in 0..4 {
        match unescaped_once(&current) {
            Some(next) if next != current => current = next,
            Some(_) => break,
            None => return current,
        }
    }
    visible(&current).replace("&amp;", "&")
}

/// Resolves percent escapes once; `None` if a `%` is not an escape or the result is not UTF-8.
fn unescaped_once(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        rest = tail;
        if *first == b'%' {
            let hex = std::str::from_utf8(rest.get(..2)?).ok()?;
            // `from_str_radix` would take a sign.
            if !hex.bytes().all(|b| b.is_ascii_hexdigit()) {
                return None;
            }
            bytes.push(u8::from_str_radix(hex, 16).ok()?);
            rest = &rest[2..];
        } else {
            bytes.push(*first);
        }
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_hash_begins_the_fragment() {
        assert_eq!(fragment("https://a.example/#b#1.dx"), "1.dx");
        assert_eq!(fragment("1.dx"), "1.dx");
    }

    #[test]
    fn a_stray_percent_sign_is_left_alone() {
        assert_eq!(fragment("#1.dx%zz"), "1.dx%zz");
        assert_eq!(fragment("#1.dx%+1"), "1.dx%+1");
        assert_eq!(fragment("#1.dx%4"), "1.dx%4");
    }
}
