//! Limits of what a page, a folder of lessons and a client may use.

use std::time::Duration;

/// Largest number of files of a page.
pub const FILES: usize = 20_000;
/// Largest file of a page, bytes, uncompressed.
pub const FILE_BYTES: u64 = 32 << 20;
/// Largest page, bytes, uncompressed.
pub const PAGE_BYTES: u64 = 256 << 20;
/// Largest part of a lesson that is sent, bytes. The page refuses lessons above 200,000 bytes by itself.
pub const LESSON_BYTES: u64 = 1 << 20;
/// Largest number of lessons in a folder with its subfolders.
pub const LESSONS: usize = 200;
/// Largest number of files and folders of any kind in a folder of lessons with its subfolders.
pub const LESSON_ENTRIES: usize = 10_000;
/// Deepest level of a folder of a page or of lessons.
pub const DEPTH: usize = 8;

/// Largest number of connections at a time. Further connections wait.
pub const CONNECTIONS: usize = 256;
/// Longest header of a request, bytes.
pub const HEADER_BYTES: usize = 16 << 10;
/// Largest number of fields in the header of a request.
pub const HEADER_FIELDS: usize = 64;
/// Longest time in which a client sends the header of a request, and longest time without a request.
pub const HEADER_TIME: Duration = Duration::from_secs(20);
/// Time after which a connection accepts no further requests.
pub const CONNECTION_TIME: Duration = Duration::from_secs(300);
/// Time after [`CONNECTION_TIME`] in which the last response must be read.
pub const LAST_RESPONSE_TIME: Duration = Duration::from_secs(60);
