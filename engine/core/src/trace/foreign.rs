//! Recognition of unsupported file types by their first bytes, for helpful error messages.

use super::TraceError;

/// Number of bytes of a file that are examined.
pub const BEGIN: usize = 16;

/// First bytes, what a file that begins so is, and what to do with it.
const KINDS: [(&[u8], &str, &str); 17] = [
    (b"\x1f\x8b", GZIP, "unpack it first (gunzip FILE)"),
    (
        b"\x28\xb5\x2f\xfd",
        "is compressed with zstd",
        "unpack it first (unzstd FILE)",
    ),
    (
        b"\xfd7zXZ\0",
        "is compressed with xz",
        "unpack it first (unxz FILE)",
    ),
    (
        b"BZh",
        "is compressed with bzip2",
        "unpack it first (bunzip2 FILE)",
    ),
    (
        b"\x04\x22\x4d\x18",
        "is compressed with LZ4",
        "unpack it first (unlz4 FILE)",
    ),
    (
        b"\x1f\x9d",
        "is compressed with compress",
        "unpack it first (uncompress FILE)",
    ),
    (
        b"7z\xbc\xaf\x27\x1c",
        "is an archive of 7-Zip",
        "unpack it first",
    ),
    (
        b"PK\x03\x04",
        "is a ZIP archive, or a workbook (.xlsx, .ods)",
        "unpack it first, or save the sheet as CSV",
    ),
    (
        b"\xd0\xcf\x11\xe0",
        "is a document of an old Microsoft Office",
        "save the sheet as CSV",
    ),
    (b"\xff\xfe", UTF_16, SAVE_AS_UTF_8),
    (b"\xfe\xff", UTF_16, SAVE_AS_UTF_8),
    (b"snoop\0", "is a capture of snoop", CONVERT),
    (
        b"GMBU",
        "is a capture of Microsoft Network Monitor",
        CONVERT,
    ),
    (
        b"RTSS",
        "is a capture of Microsoft Network Monitor",
        CONVERT,
    ),
    (b"%PDF-", "is a PDF document", "give the data as text"),
    (b"<", "is HTML or XML", "give the data as text, such as CSV"),
    (b"{", "is JSON", "give the data as text, such as CSV"),
];

const GZIP: &str = "is compressed with gzip";
const UTF_16: &str = "is text in UTF-16";
const SAVE_AS_UTF_8: &str = "save it as UTF-8 (in a spreadsheet: CSV UTF-8)";
const CONVERT: &str = "convert it to pcapng (editcap -F pcapng FILE NEW)";

/// Refuses a file that begins like one of another kind, or a capture where there can be none.
///
/// # Errors
/// What the file is, and what to do with it.
pub fn refuse(begin: &[u8], is_capture_of_no_use: bool) -> Result<(), TraceError> {
    let stated = |is: &str, advice: &str| Err(TraceError::of_file(format!("{is}; {advice}")));
    let known = KINDS.iter().find(|(first, ..)| begin.starts_with(first));
    if let Some((_, is, advice)) = known {
        return stated(is, advice);
    }
    if is_capture_of_no_use {
        return stated(
            "is a capture of packets",
            "play it with traffic of kind packet_trace; here a text is read",
        );
    }
    let is_wide = |zero: usize| {
        let pairs = begin.chunks_exact(2);
        pairs.len() > 0
            && pairs
                .into_iter()
                .all(|pair| pair[zero] == 0 && pair[1 - zero] != 0)
    };
    if is_wide(0) || is_wide(1) {
        return stated(UTF_16, SAVE_AS_UTF_8);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::trace::{Content, read};

    #[test]
    fn a_file_of_another_kind_is_named_with_what_to_do() {
        let wide = |text: &str| -> Vec<u8> {
            let units = text.encode_utf16();
            units.flat_map(u16::to_le_bytes).collect()
        };
        let marked = [vec![0xff, 0xfe], wide("0,100\n1,200\n")].concat();
        let unmarked = wide("0,100\n1,200\n");
        let swapped: Vec<u8> = unmarked.chunks(2).flat_map(|it| [it[1], it[0]]).collect();
        for (file, wanted, advice) in [
            (&b"\x1f\x8b\x08\0\0\0\0\0"[..], "gzip", "gunzip"),
            (b"\x28\xb5\x2f\xfd\x24", "zstd", "unzstd"),
            (b"\xfd7zXZ\0\0\x04", "xz", "unxz"),
            (b"BZh91AY&SY", "bzip2", "bunzip2"),
            (b"PK\x03\x04\x14\0", "workbook", "CSV"),
            (&marked, "UTF-16", "UTF-8"),
            (&unmarked, "UTF-16", "UTF-8"),
            (&swapped, "UTF-16", "UTF-8"),
            (b"snoop\0\0\0\0\0\0\x02", "snoop", "editcap"),
        ] {
            for content in [
                Content::Packets,
                Content::Rates,
                Content::Frames,
                Content::Vectors,
            ] {
                let error = read(content, file).expect_err(wanted).to_string();
                assert!(error.contains(wanted) && error.contains(advice), "{error}");
            }
        }
    }

    #[test]
    fn a_capture_is_named_where_a_text_is_read() {
        let begin = &b"\xd4\xc3\xb2\xa1\x02\0\x04\0"[..];
        for content in [Content::Rates, Content::Frames, Content::Vectors] {
            let error = read(content, begin).expect_err("a capture").to_string();
            assert!(error.contains("is a capture of packets"), "{error}");
        }
    }
}
