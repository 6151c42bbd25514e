//! Class `Table`, which other libraries read through the Arrow PyCapsule interface.
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

/// Column with its name.
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
    /// Creates a column of JSON values: integers, numbers, flags, or else text. Missing values become null.
    pub fn from_json<'a>(
        name: &str,
        values: impl Iterator<Item = Option<&'a Value>> + Clone,
    ) -> Column {
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

    /// Creates a column of text, even if all values are null.
    pub fn from_texts<'a>(name: &str, values: impl Iterator<Item = Option<&'a Value>>) -> Column {
        Column {
            name: name.to_owned(),
            values: Values::Texts(values.map(|value| value.map(text)).collect()),
        }
    }

    /// Creates a column of numbers; NaN becomes null.
    pub fn from_numbers(name: &str, values: impl Iterator<Item = f64>) -> Column {
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

/// Table of named columns of equal length.
///
/// Libraries that read Arrow accept it: ``pyarrow.table(t)``, ``polars.DataFrame(t)``,
/// ``pandas.DataFrame.from_arrow(t)`` and DuckDB. Without such a library, ``to_dict()`` returns the columns as lists.
///
/// Examples
/// --------
/// >>> table = bufferlab.model("mm1b-bulk", over={"buffer_bytes": [8000, 30000]})
/// >>> len(table), table.columns[0]
/// (2, 'buffer_bytes')
/// >>> table["buffer_bytes"]
/// [8000, 30000]
#[pyclass(module = "bufferlab", frozen)]
pub struct Table {
    columns: Vec<Column>,
}

impl Table {
    /// Creates a table of at least one column; all columns must have equal length.
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
    /// Names of the columns, with their units.
    #[getter]
    fn columns(&self) -> Vec<&str> {
        self.columns.iter().map(|column| &column.name[..]).collect()
    }

    /// Return the number of rows.
    fn __len__(&self) -> usize {
        self.columns.first().map_or(0, Column::len)
    }

    /// Return a column as a list, with ``None`` for missing values.
    fn __getitem__(&self, py: Python<'_>, name: &str) -> PyResult<Py<PyAny>> {
        match self.columns.iter().find(|column| column.name == name) {
            Some(column) => column.list(py),
            None => Err(PyKeyError::new_err(name.to_owned())),
        }
    }

    /// Return all columns as lists.
    ///
    /// Returns
    /// -------
    /// dict
    ///     Lists by column name, with ``None`` for missing values.
    ///
    /// Examples
    /// --------
    /// >>> bufferlab.model("mm1b-bulk", over={"buffer_bytes": [8000, 30000]}).to_dict()["buffer_bytes"]
    /// [8000, 30000]
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

    /// Export the table as an Arrow stream. A requested schema is ignored; the reader converts the columns.
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

    /// Export the Arrow schema of the columns.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = FFI_ArrowSchema::try_from(&self.schema());
        let schema = schema.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
        PyCapsule::new_with_value(py, schema, c"arrow_schema")
    }
}
