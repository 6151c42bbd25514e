//! Reads a zip of the page. Compressed files stay compressed: a deflated file of a zip is a gzip file without its header.

use std::io::{self, Read};

use flate2::bufread::DeflateDecoder;
use rawzip::{CompressionMethod, ZipArchive};

use crate::error::{PageError, too_large};
use crate::file::Content;
use crate::limits::{FILE_BYTES, FILES, PAGE_BYTES};

/// Passes each file with its path and CRC-32 to `add`.
///
/// Each file is decompressed once, to compare its length and CRC-32 with those of the zip, without storing it.
///
/// # Errors
/// No zip, a damaged file, a path that leads out of the zip, and more than the limits allow.
pub fn read(
    zip: &[u8],
    mut add: impl FnMut(String, Content, u32) -> Result<(), PageError>,
) -> Result<(), PageError> {
    let wrong = |error: &dyn std::fmt::Display| {
        PageError(format!(
            "is no complete zip ({error}); accepted: a folder or a zip of the built page"
        ))
    };
    let archive = ZipArchive::from_slice(zip).map_err(|error| wrong(&error))?;
    let mut entries = archive.entries();
    let (mut number, mut bytes) = (0, 0);
    while let Some(entry) = entries.next_entry().map_err(|error| wrong(&error))? {
        number += 1;
        if number > FILES {
            return Err(PageError(format!("has more than {FILES} files")));
        }
        let raw = entry.file_path();
        let path = raw.try_normalize();
        let path = path.map_err(|_| PageError("has a file whose path is not UTF-8".to_owned()))?;
        let path = path.as_ref().to_owned();
        let in_file = |message: String| PageError(format!("{path}: {message}"));
        if entry.is_dir() {
            continue;
        }
        if entry.flags().is_encrypted() {
            return Err(in_file("is encrypted".to_owned()));
        }
        // The sizes are claims until the file is read below; a claim above the limits is refused at once. What a zip holds
        // compressed counts too, since entries may overlap.
        let size = entry.uncompressed_size_hint();
        bytes += size.max(entry.compressed_size_hint()).min(PAGE_BYTES + 1);
        if size > FILE_BYTES || bytes > PAGE_BYTES {
            return Err(in_file(too_large()));
        }
        let found = archive.get_entry(entry.wayfinder());
        let found = found.map_err(|error| in_file(error.to_string()))?;
        let data = found.data();
        let damaged = |error: io::Error| in_file(format!("is damaged ({error})"));
        let crc = entry.crc32();
        let content = match entry.compression_method() {
            CompressionMethod::STORE => {
                drain(found.verifying_reader(data)).map_err(damaged)?;
                Content::Plain(data.to_vec().into())
            }
            CompressionMethod::DEFLATE => {
                let mut decoder = found.verifying_reader(DeflateDecoder::new(data));
                drain(&mut decoder).map_err(damaged)?;
                // The data becomes a gzip file as it is, where a client takes further bytes for the trailer.
                if decoder.into_inner().total_in() != data.len() as u64 {
                    return Err(in_file("is damaged (bytes after its end)".to_owned()));
                }
                Content::gzip(data, crc, size)
            }
            _ => {
                let accepted =
                    "is compressed by another method; accepted: stored and deflated files";
                return Err(in_file(accepted.to_owned()));
            }
        };
        add(path.clone(), content, crc)?;
    }
    if number as u64 == archive.entries_hint() {
        Ok(())
    } else {
        Err(PageError(
            "is no complete zip (it has another number of files than it says)".to_owned(),
        ))
    }
}

/// Reads to the end, or to the first byte above the limit; the verifying reader reports another length than claimed.
fn drain(reader: impl Read) -> io::Result<()> {
    let read = io::copy(&mut reader.take(FILE_BYTES + 1), &mut io::sink())?;
    if read > FILE_BYTES {
        return Err(io::Error::other("longer than it says"));
    }
    Ok(())
}
