//! Whole numbers as Python has them: of any size, and numpy's, too.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt};

/// A whole number; one that is too large for 64 bits is the last that is not.
#[derive(Clone, Copy)]
pub(crate) struct Whole(pub(crate) i64);

impl FromPyObject<'_, '_> for Whole {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, '_, PyAny>) -> PyResult<Whole> {
        read(&given, "a whole number is needed")
    }
}

/// An action.
#[derive(Clone, Copy)]
pub(crate) struct Action(pub(crate) i64);

impl FromPyObject<'_, '_> for Action {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, '_, PyAny>) -> PyResult<Action> {
        Ok(Action(read(&given, "an action is a whole number")?.0))
    }
}

/// A seed: its last 64 bits.
#[derive(Clone, Copy)]
pub(crate) struct Seed(pub(crate) u64);

impl FromPyObject<'_, '_> for Seed {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, '_, PyAny>) -> PyResult<Seed> {
        let number = index(&given, "a seed is a whole number")?;
        if let Ok(small) = number.extract::<i64>() {
            return Ok(Seed(small.cast_unsigned()));
        }
        Ok(Seed(number.call_method1("__and__", (u64::MAX,))?.extract()?))
    }
}

/// How many there are to be, of `what`.
pub(crate) fn count(given: Option<Whole>, what: &str) -> PyResult<Option<usize>> {
    let Some(Whole(number)) = given else { return Ok(None) };
    match usize::try_from(number) {
        Ok(count) if count > 0 => Ok(Some(count)),
        _ => Err(PyValueError::new_err(format!("{number} {what}: at least 1 is needed"))),
    }
}

#[inline]
fn read(given: &Bound<'_, PyAny>, needed: &str) -> PyResult<Whole> {
    if given.is_exact_instance_of::<PyInt>()
        && let Ok(number) = given.extract()
    {
        return Ok(Whole(number));
    }
    let number = index(given, needed)?;
    let small = number.extract();
    Ok(Whole(small.or_else(|_| Ok::<_, PyErr>(if number.lt(0)? { i64::MIN } else { i64::MAX }))?))
}

/// The whole number that something stands for, as Python itself finds it. Truth is none.
fn index<'py>(given: &Bound<'py, PyAny>, needed: &str) -> PyResult<Bound<'py, PyAny>> {
    let wrong = || -> PyResult<PyErr> {
        let given = given.repr()?;
        Ok(PyTypeError::new_err(format!("{needed}, not {given}")))
    };
    if given.is_instance_of::<PyBool>() {
        return Err(wrong()?);
    }
    match given.py().import("operator")?.call_method1("index", (given,)) {
        Ok(number) => Ok(number),
        Err(_) => Err(wrong()?),
    }
}
