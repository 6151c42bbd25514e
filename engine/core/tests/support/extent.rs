//! How much is tested: `npm test` tries fewer seeds and cases than `npm run test:all`, which says so by
//! `BUFFERLAB_TESTS=all`. Tests that need all of their seeds are ignored by the former.

/// `usual` in `npm test`, `all` in `npm run test:all`.
pub fn usual_or_all<T>(usual: T, all: T) -> T {
    if is_all() { all } else { usual }
}

/// Whether all seeds and cases are tried.
pub fn is_all() -> bool {
    std::env::var("BUFFERLAB_TESTS").is_ok_and(|extent| extent == "all")
}
