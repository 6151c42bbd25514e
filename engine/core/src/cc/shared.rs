//! Parameters of a controller, shared by the flows of a group.

use std::ops::Deref;
use std::sync::Arc;

use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

use crate::spec::read::{FromFields, Read};

/// A value of which copies share the memory.
///
/// With thousands of flows, parameters of each would take room in the caches: those of BBR are more than two lines.
#[derive(Clone, Debug, PartialEq)]
pub struct Shared<T>(Arc<T>);

impl<T> Shared<T> {
    /// Moves a value into memory that its copies share.
    #[must_use]
    pub fn new(value: T) -> Shared<T> {
        Shared(Arc::new(value))
    }
}

impl<T> Deref for Shared<T> {
    type Target = T;
    #[inline]
    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: Serialize> Serialize for Shared<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.as_ref().serialize(serializer)
    }
}

impl<T: FromFields> FromFields for Shared<T> {
    fn from_fields(fields: &Map<String, Value>) -> Read<Shared<T>> {
        T::from_fields(fields).map(Shared::new)
    }
}
