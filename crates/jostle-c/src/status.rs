//! The status of a call, and its names.

use core::cell::RefCell;
use core::ffi::c_char;
use std::borrow::Cow;
use std::ffi::CString;
use std::panic::{AssertUnwindSafe, catch_unwind};

use jostle::{
    ErrorKind, Key, ShapeError, WorldError,
    json::JsonError,
    world::{ReplayError, SnapshotError},
};
use jostle_trace::TraceError;

/// The status of a call. 0 and 1 are answers, all else are errors: then nothing was changed and
/// nothing written, and `jostle_last_error_message` has a sentence.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Done; the answer is written.
    Ok = 0,
    /// Done; the answer is none (no contact, no hit, no bounds). Nothing is written.
    None = 1,
    /// A pointer that has to point at something is null, or not aligned.
    Null = 2,
    /// A handle is of nothing: it was never given, or its object was freed.
    Handle = 3,
    /// Another thread is changing the object, or a callback tries to change the world that called
    /// it.
    Busy = 4,
    /// A number that stands for a word is none of the words.
    Word = 5,
    /// A buffer is too small; the count states how much there is.
    Room = 6,
    /// A text is not UTF-8.
    Utf8 = 7,
    /// A number is NaN or infinite.
    NotFinite = 8,
    /// A radius or an extent is below zero.
    Negative = 9,
    /// A size is zero or below.
    NotPositive = 10,
    /// A list is empty.
    Empty = 11,
    /// A direction has length zero.
    ZeroDirection = 12,
    /// Two edges of an outline properly cross.
    Crossing = 13,
    /// A hole reaches outside the outer ring.
    HoleOutside = 14,
    /// A tile of a grid cannot be one.
    Tile = 15,
    /// The shape cannot be given a radius.
    NoCore = 16,
    /// A list has another length than the size needs.
    WrongLength = 17,
    /// There is more of something than there may be.
    TooMany = 18,
    /// Placing a finite shape left the range of floats.
    Overflow = 19,
    /// The world has no such collider: it was removed, or is one of another world, or it has no shape
    /// and the call is about one that has.
    Key = 20,
    /// A collider would be below itself.
    Cycle = 21,
    /// The world has given all the keys it has.
    Full = 22,
    /// A text is no JSON, or not the form that was asked for.
    Json = 23,
    /// A custom shape is code and cannot be written.
    Custom = 24,
    /// Bytes are no snapshot, or a damaged one.
    Snapshot = 25,
    /// A journal names a key twice, or states too late how the world is.
    Journal = 26,
    /// Pixels or a goal from which nothing can be traced.
    Trace = 27,
    /// A fault of the library itself, which is still in a sound state; please report the message.
    Fault = 28,
}

/// The reason of a refusal, or no answer.
#[derive(Debug)]
pub(crate) struct Refusal {
    pub(crate) status: Status,
    pub(crate) message: Cow<'static, str>,
}

pub(crate) type Answer<T = ()> = Result<T, Refusal>;

impl Refusal {
    /// There is no answer; costs nothing.
    pub(crate) const NONE: Self = Self { status: Status::None, message: Cow::Borrowed("") };

    pub(crate) fn new(status: Status, message: impl Into<Cow<'static, str>>) -> Self {
        Self { status, message: message.into() }
    }
}

thread_local! {
    static MESSAGE: RefCell<CString> = RefCell::default();
}

fn remember(message: Cow<'static, str>) {
    let mut bytes = message.into_owned().into_bytes();
    bytes.retain(|byte| *byte != 0);
    let text = CString::new(bytes).unwrap_or_default();
    // While a thread ends there is nothing left to read it.
    let _ = MESSAGE.try_with(|held| held.replace(text));
}

/// Returns a sentence about the last call on this thread that answered an error, empty if there was
/// none. It stays valid until the next such call on this thread.
#[unsafe(no_mangle)]
pub extern "C" fn jostle_last_error_message() -> *const c_char {
    MESSAGE.try_with(|held| held.borrow().as_ptr()).unwrap_or(c"".as_ptr())
}

/// The border: no panic crosses it, and every refusal leaves its sentence.
pub(crate) fn guard(call: impl FnOnce() -> Answer) -> Status {
    match catch_unwind(AssertUnwindSafe(call)) {
        Ok(Ok(())) => Status::Ok,
        Ok(Err(Refusal { status: Status::None, .. })) => Status::None,
        Ok(Err(refusal)) => {
            remember(refusal.message);
            refusal.status
        }
        Err(panic) => {
            let said = panic.downcast_ref::<&str>().copied();
            let said = said.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
            remember(Cow::Owned(format!("a fault in jostle: {}", said.unwrap_or("no words"))));
            Status::Fault
        }
    }
}

/// The border for functions of values that cannot fail; `otherwise` stands in for a fault.
pub(crate) fn value<T>(otherwise: T, call: impl FnOnce() -> T) -> T {
    catch_unwind(AssertUnwindSafe(call)).unwrap_or(otherwise)
}

impl From<ErrorKind> for Status {
    fn from(kind: ErrorKind) -> Self {
        match kind {
            ErrorKind::NotFinite => Self::NotFinite,
            ErrorKind::Negative => Self::Negative,
            ErrorKind::NotPositive => Self::NotPositive,
            ErrorKind::Tile => Self::Tile,
            ErrorKind::Empty => Self::Empty,
            ErrorKind::ZeroDirection => Self::ZeroDirection,
            ErrorKind::Crossing => Self::Crossing,
            ErrorKind::HoleOutside => Self::HoleOutside,
            ErrorKind::NoCore => Self::NoCore,
            ErrorKind::WrongLength => Self::WrongLength,
            ErrorKind::TooMany => Self::TooMany,
            ErrorKind::Overflow => Self::Overflow,
            ErrorKind::Key => Self::Key,
            ErrorKind::Cycle => Self::Cycle,
            ErrorKind::Full => Self::Full,
            ErrorKind::Json | ErrorKind::Form | ErrorKind::OutOfRange => Self::Json,
            ErrorKind::Snapshot => Self::Snapshot,
            ErrorKind::Custom => Self::Custom,
            ErrorKind::Journal => Self::Journal,
            _ => Self::Fault,
        }
    }
}

impl From<ShapeError> for Refusal {
    fn from(error: ShapeError) -> Self {
        Self::new(error.kind().into(), error.to_string())
    }
}

impl From<WorldError> for Refusal {
    fn from(error: WorldError) -> Self {
        fn status(error: &WorldError) -> Status {
            match error {
                WorldError::Unknown { .. } | WorldError::Group { .. } => Status::Key,
                WorldError::Shape { error, .. } => Refusal::from(error.clone()).status,
                WorldError::Cycle { .. } => Status::Cycle,
                WorldError::Full => Status::Full,
                WorldError::At { error, .. } => status(error),
                _ => Status::Fault,
            }
        }
        Self::new(status(&error), error.describe(Key::to_bits))
    }
}

impl From<JsonError> for Refusal {
    fn from(error: JsonError) -> Self {
        Self::new(error.kind().into(), error.to_string())
    }
}

impl From<serde_json::Error> for Refusal {
    fn from(error: serde_json::Error) -> Self {
        Self::new(Status::Json, error.to_string())
    }
}

impl From<SnapshotError> for Refusal {
    fn from(error: SnapshotError) -> Self {
        let custom = matches!(error, SnapshotError::Custom { .. });
        let status = if custom { Status::Custom } else { Status::Snapshot };
        Self::new(status, error.describe(Key::to_bits))
    }
}

impl From<ReplayError> for Refusal {
    fn from(error: ReplayError) -> Self {
        match error {
            ReplayError::World(error) => error.into(),
            ReplayError::UnknownKey { .. } => Self::new(Status::Key, error.to_string()),
            _ => Self::new(Status::Journal, error.to_string()),
        }
    }
}

impl From<TraceError> for Refusal {
    fn from(error: TraceError) -> Self {
        match error {
            TraceError::Shape(error) => error.into(),
            _ => Self::new(Status::Trace, error.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::ffi::CStr;

    #[test]
    fn a_panic_becomes_a_status_and_a_sentence() {
        let status = guard(|| panic!("the sky falls"));
        assert_eq!(status, Status::Fault);
        // SAFETY: the message lives until the next failing call on this thread.
        let said = unsafe { CStr::from_ptr(jostle_last_error_message()) };
        assert_eq!(said.to_str(), Ok("a fault in jostle: the sky falls"));
        assert_eq!(value(7, || panic!("again")), 7);
    }

    #[test]
    fn having_no_answer_leaves_the_last_sentence_alone() {
        guard(|| Err(Refusal::new(Status::Word, "9 is no level")));
        assert_eq!(guard(|| Err(Refusal::NONE)), Status::None);
        // SAFETY: as above.
        let said = unsafe { CStr::from_ptr(jostle_last_error_message()) };
        assert_eq!(said.to_str(), Ok("9 is no level"));
    }
}
