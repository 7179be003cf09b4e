//! buttond's plugin interface: what this plugin uses of buttond_plugin.h, in types of Rust.
//!
//! A name becomes a `Key` once, in `create`. A `Request` is one button: `get` what decides about its
//! look, `set` the look. buttond_plugin.h lists the names that there are.

#![allow(dead_code)] // not every plugin needs all of it

use std::ffi::c_void;
use std::os::raw::c_char;

#[repr(C)]
#[derive(Clone, Copy)]
struct Raw {
    kind: u32,
    len: u32,
    bits: u64,
}

const BOOL: u32 = 1;
const INT: u32 = 2;
const FLOAT: u32 = 3;
const STRING: u32 = 4;
const COLOR: u32 = 5;

/// What ends a function that the host calls; below 0 the button is given up.
pub type Status = i32;
pub const OK: Status = 0;
pub const E_INVALID: Status = -1;
pub const E_UNKNOWN_KEY: Status = -3;

/// What is set: a colour is 0xRRGGBBAA, or the text of a name.
pub enum Value<'a> {
    Flag(bool),
    Number(f64),
    Text(&'a str),
    Color(u32),
}

/// A name, as a number.
#[repr(transparent)]
#[derive(Clone, Copy, PartialEq)]
pub struct Key(u32);

/// The host's functions, in the order of btn_host_api.
#[repr(C)]
pub struct Host {
    size: u32,
    abi_major: u32,
    abi_minor: u32,
    schema: u32,
    host: *mut c_void,
    intern: extern "C" fn(*mut c_void, *const u8, u32) -> u32,
    get_extension: extern "C" fn(*mut c_void, *const c_char) -> *const c_void,
    log: extern "C" fn(*mut c_void, i32, *const u8, u32),
    request_update: extern "C" fn(*mut c_void, u64),
    get: extern "C" fn(*mut c_void, u32, *mut Raw) -> Status,
    set: extern "C" fn(*mut c_void, u32, *const Raw) -> Status,
    fail: extern "C" fn(*mut c_void, Status, *const u8, u32) -> Status,
}

impl Host {
    /// The key of a name; ask for it once, when the plugin is created.
    pub fn key(&self, name: &str) -> Key {
        Key((self.intern)(self.host, name.as_ptr(), name.len() as u32))
    }
}

/// One button in one state, valid during the call.
pub struct Request<'a> {
    host: &'a Host,
    request: *mut c_void,
}

impl<'a> Request<'a> {
    /// A button that the host asks about.
    pub fn new(host: &'a Host, request: *mut c_void) -> Request<'a> {
        Request { host, request }
    }

    fn get(&self, key: Key) -> Option<Raw> {
        let mut raw = Raw { kind: 0, len: 0, bits: 0 };
        ((self.host.get)(self.request, key.0, &mut raw) == OK).then_some(raw)
    }

    /// Whether a flag is there and true. State may be absent, and of any type.
    pub fn is_true(&self, key: Key) -> bool {
        self.get(key).map_or(false, |raw| raw.kind == BOOL && raw.bits != 0)
    }

    pub fn integer(&self, key: Key) -> Option<i64> {
        self.get(key).filter(|raw| raw.kind == INT).map(|raw| raw.bits as i64)
    }

    /// A number, whether it was written 1 or 1.0.
    pub fn number(&self, key: Key) -> Option<f64> {
        let raw = self.get(key)?;
        match raw.kind {
            FLOAT => Some(f64::from_bits(raw.bits)),
            INT => Some(raw.bits as i64 as f64),
            _ => None,
        }
    }

    /// A copy of a text.
    pub fn text(&self, key: Key) -> Option<String> {
        let raw = self.get(key).filter(|raw| raw.kind == STRING)?;
        if raw.len == 0 {
            return Some(String::new());
        }
        // SAFETY: the host's text is UTF-8 and stays where it is during the call.
        let bytes = unsafe { std::slice::from_raw_parts(raw.bits as *const u8, raw.len as usize) };
        String::from_utf8(bytes.to_vec()).ok()
    }

    /// A colour as 0xRRGGBBAA: a token of the theme, or the text #RRGGBB or #RRGGBBAA of a parameter.
    pub fn color(&self, key: Key) -> Option<u32> {
        let raw = self.get(key)?;
        if raw.kind == COLOR {
            return Some(raw.bits as u32);
        }
        let text = self.text(key)?;
        let digits = text.strip_prefix('#')?;
        let value = u32::from_str_radix(digits, 16).ok()?;
        match digits.len() {
            6 => Some(value << 8 | 0xFF),
            8 => Some(value),
            _ => None,
        }
    }

    /// Sets a property of the look. An error is a value that does not fit: pass it on with `?`. A
    /// property that an older host does not know is none: it draws without.
    pub fn set(&self, key: Key, value: Value) -> Result<(), Status> {
        let raw = match value {
            Value::Flag(flag) => Raw { kind: BOOL, len: 0, bits: u64::from(flag) },
            Value::Number(number) => Raw { kind: FLOAT, len: 0, bits: number.to_bits() },
            Value::Color(rgba) => Raw { kind: COLOR, len: 0, bits: u64::from(rgba) },
            Value::Text(text) => {
                Raw { kind: STRING, len: text.len() as u32, bits: text.as_ptr() as u64 }
            }
        };
        let status = (self.host.set)(self.request, key.0, &raw);
        if status < 0 && status != E_UNKNOWN_KEY { Err(status) } else { Ok(()) }
    }

    /// Gives the button up with a reason that everybody sees; it keeps its last look.
    pub fn fail(&self, why: &str) -> Status {
        (self.host.fail)(self.request, E_INVALID, why.as_ptr(), why.len() as u32)
    }
}

/// btn_plugin: what the plugin is and the functions that the host calls.
#[repr(C)]
pub struct Plugin<State: 'static> {
    pub size: u32,
    pub abi_major: u32,
    pub abi_minor: u32,
    pub flags: u32,
    pub id: *const c_char,
    pub version: *const c_char,
    pub create: extern "C" fn(&'static Host, &mut *mut State) -> Status,
    pub destroy: extern "C" fn(*mut State),
    pub resolve: extern "C" fn(&State, Key, *mut c_void) -> Status,
    pub get_extension: Option<extern "C" fn(*mut State, *const c_char) -> *const c_void>,
}

/// SAFETY: nobody writes to it.
unsafe impl<State> Sync for Plugin<State> {}

/// btn_abi_info: the first thing that a plugin learns of its host.
#[repr(C)]
pub struct AbiInfo {
    magic: u32,
    abi_major: u32,
}

impl AbiInfo {
    /// Whether the host speaks the interface of this file.
    pub fn is_known(&self) -> bool {
        self.magic == 0x3144_5442 && self.abi_major == 1
    }
}
