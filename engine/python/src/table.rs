//! Tables that others read: through the Arrow PyCapsule interface, without a library of theirs.
//!
//! Source: the Arrow PyCapsule interface, <https://arrow.apache.org/docs/format/CDataInterface/PyCapsuleInterface.html>.

use std::sync::Arc;

use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{
    ArrayRef, BooleanArray, Float64Array, Int64Array, RecordBatch, RecordBatchIterator, StringArray,
};
use arrow_schema::ffi::FFI_ArrowSchema;
use arrow_schema::{DataType, Field, Schema};
use pyo3::exceptions::{PyKeyError, PyRuntimeError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict, PyList};
use serde_json::Value;

/// A column with its name.
#[derive(Clone, Debug)]
pub struct Column {
    name: String,
    values: Values,
}

#[derive(Clone, Debug)]
enum Values {
    Numbers(Vec<Option<f64>>),
    Whole(Vec<Option<i64>>),
    Texts(Vec<Option<String>>),
    Flags(Vec<Option<bool>>),
}

impl Column {
    /// Of whatever is in JSON: whole numbers, numbers, flags, or else text. What is null or not there is null.
    pub fn of<'a>(name: &str, values: impl Iterator<Item = Option<&'a Value>> + Clone) -> Column {
        let values = values.map(|value| value.filter(|value| !value.is_null()));
        let all = |is: fn(&Value) -> bool| values.clone().flatten().all(is);
        let any = values.clone().flatten().next().is_some();
        let values = if any && all(Value::is_boolean) {
            Values::Flags(values.map(|value| value?.as_bool()).collect())
        } else if any && all(Value::is_i64) {
            Values::Whole(values.map(|value| value?.as_i64()).collect())
        } else if all(Value::is_number) {
            Values::Numbers(values.map(|value| value?.as_f64()).collect())
        } else {
            Values::Texts(values.map(|value| Some(text(value?))).collect())
        };
        Column {
            name: name.to_owned(),
            values,
        }
    }

    /// Of texts, also where there are none.
    pub fn of_texts<'a>(name: &str, values: impl Iterator<Item = Option<&'a Value>>) -> Column {
        Column {
            name: name.to_owned(),
            values: Values::Texts(values.map(|value| value.map(text)).collect()),
        }
    }

    /// Of numbers, of which those that are none are null.
    pub fn of_numbers(name: &str, values: impl Iterator<Item = f64>) -> Column {
        let values = values.map(|value| (!value.is_nan()).then_some(value));
        Column {
            name: name.to_owned(),
            values: Values::Numbers(values.collect()),
        }
    }

    fn array(&self) -> ArrayRef {
        match &self.values {
            Values::Numbers(values) => Arc::new(Float64Array::from_iter(values)),
            Values::Whole(values) => Arc::new(Int64Array::from_iter(values)),
            Values::Texts(values) => Arc::new(StringArray::from_iter(values)),
            Values::Flags(values) => Arc::new(BooleanArray::from_iter(values)),
        }
    }

    fn data_type(&self) -> DataType {
        match self.values {
            Values::Numbers(_) => DataType::Float64,
            Values::Whole(_) => DataType::Int64,
            Values::Texts(_) => DataType::Utf8,
            Values::Flags(_) => DataType::Boolean,
        }
    }

    fn list(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let list = match &self.values {
            Values::Numbers(values) => PyList::new(py, values),
            Values::Whole(values) => PyList::new(py, values),
            Values::Texts(values) => PyList::new(py, values),
            Values::Flags(values) => PyList::new(py, values),
        };
        Ok(list?.into_any().unbind())
    }

    fn len(&self) -> usize {
        match &self.values {
            Values::Numbers(values) => values.len(),
            Values::Whole(values) => values.len(),
            Values::Texts(values) => values.len(),
            Values::Flags(values) => values.len(),
        }
    }
}

fn text(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}

/// A table: columns with names, all equally long.
///
/// Anything that reads Arrow takes it: `pyarrow.table(t)`, `polars.DataFrame(t)`, `pandas.DataFrame.from_arrow(t)`,
/// DuckDB. Without such a library `to_dict()` has the columns as lists.
#[pyclass(module = "bufferlab", frozen)]
pub struct Table {
    columns: Vec<Column>,
}

impl Table {
    /// Of columns that are equally long, at least one.
    pub fn new(columns: Vec<Column>) -> Table {
        Table { columns }
    }

    fn schema(&self) -> Schema {
        let field = |column: &Column| Field::new(&column.name, column.data_type(), true);
        Schema::new(self.columns.iter().map(field).collect::<Vec<_>>())
    }
}

#[pymethods]
impl Table {
    /// Names of the columns, with units.
    #[getter]
    fn columns(&self) -> Vec<&str> {
        self.columns.iter().map(|column| &column.name[..]).collect()
    }

    /// Number of rows.
    fn __len__(&self) -> usize {
        self.columns.first().map_or(0, Column::len)
    }

    /// A column as a list; `None` where there is nothing.
    fn __getitem__(&self, py: Python<'_>, name: &str) -> PyResult<Py<PyAny>> {
        match self.columns.iter().find(|column| column.name == name) {
            Some(column) => column.list(py),
            None => Err(PyKeyError::new_err(name.to_owned())),
        }
    }

    /// Every column as a list, by name.
    fn to_dict(&self, py: Python<'_>) -> PyResult<Py<PyDict>> {
        let dict = PyDict::new(py);
        for column in &self.columns {
            dict.set_item(&column.name, column.list(py)?)?;
        }
        Ok(dict.unbind())
    }

    fn __repr__(&self) -> String {
        let names: Vec<_> = self
            .columns
            .iter()
            .take(8)
            .map(|column| &column.name[..])
            .collect();
        let more = if self.columns.len() > names.len() {
            ", …"
        } else {
            ""
        };
        format!(
            "<bufferlab.Table of {} rows and {} columns: {}{more}>",
            self.__len__(),
            self.columns.len(),
            names.join(", ")
        )
    }

    /// The table for whoever reads Arrow. A schema that is asked for is not applied: whoever asks converts.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let _ = requested_schema;
        let schema = Arc::new(self.schema());
        let arrays = self.columns.iter().map(Column::array).collect();
        let batch = RecordBatch::try_new(Arc::clone(&schema), arrays);
        let reader = RecordBatchIterator::new([batch], schema);
        let stream = FFI_ArrowArrayStream::new(Box::new(reader));
        PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
    }

    /// What its columns are, for whoever reads Arrow.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = FFI_ArrowSchema::try_from(&self.schema());
        let schema = schema.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
        PyCapsule::new_with_value(py, schema, c"arrow_schema")
    }
}
