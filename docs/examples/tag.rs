//! Says how much is left: the style tag/tag of docs/plugins.md, in Rust and without a crate.
//!
//!     rustc --edition 2021 --crate-type cdylib -O -C panic=abort -o libtag.so tag.rs
//!
//! With panic=abort a panic ends the worker instead of leaving a function, which none may.

use std::ffi::c_void;
use std::os::raw::c_char;

/// The part of buttond_plugin.h that this plugin uses.
#[repr(C)]
#[derive(Clone, Copy)]
struct Value {
    kind: u32,
    len: u32,
    bits: u64,
}

const BOOL: u32 = 1;
const INT: u32 = 2;
const STRING: u32 = 4;
const OK: i32 = 0;
const E_INVALID: i32 = -1;

#[repr(C)]
struct HostApi {
    size: u32,
    abi_major: u32,
    abi_minor: u32,
    schema: u32,
    host: *mut c_void,
    intern: extern "C" fn(*mut c_void, *const u8, u32) -> u32,
    get_extension: extern "C" fn(*mut c_void, *const c_char) -> *const c_void,
    log: extern "C" fn(*mut c_void, i32, *const u8, u32),
    request_update: extern "C" fn(*mut c_void, u64),
    get: extern "C" fn(*mut c_void, u32, *mut Value) -> i32,
    set: extern "C" fn(*mut c_void, u32, *const Value) -> i32,
    fail: extern "C" fn(*mut c_void, i32, *const u8, u32) -> i32,
}

#[repr(C)]
pub struct Plugin {
    size: u32,
    abi_major: u32,
    abi_minor: u32,
    flags: u32,
    id: *const u8,
    version: *const u8,
    create: extern "C" fn(&'static HostApi, &mut *mut Tag) -> i32,
    destroy: extern "C" fn(*mut Tag),
    resolve: extern "C" fn(&Tag, u32, *mut c_void) -> i32,
    get_extension: Option<extern "C" fn(*mut Tag, *const c_char) -> *const c_void>,
}

/// SAFETY: it is never written to.
unsafe impl Sync for Plugin {}

/// The plugin's own: the host's table and the keys of the names it uses.
struct Tag {
    api: &'static HostApi,
    stock: u32,
    low: u32,
    enabled: u32,
    highlighted: u32,
    subtitle: u32,
    foreground: u32,
    background: u32,
    effect: u32,
}

impl Tag {
    fn new(api: &'static HostApi) -> Tag {
        let key = |name: &str| (api.intern)(api.host, name.as_ptr(), name.len() as u32);
        Tag {
            api,
            stock: key("state.shop.stock"),
            low: key("button.parameters.low"),
            enabled: key("button.isEnabled"),
            highlighted: key("button.isHighlighted"),
            subtitle: key("subtitle"),
            foreground: key("foregroundColor"),
            background: key("background.backgroundColor"),
            effect: key("background.backgroundColorTransformer"),
        }
    }

    fn is_true(&self, request: *mut c_void, key: u32) -> bool {
        let mut value = Value { kind: 0, len: 0, bits: 0 };
        let status = (self.api.get)(request, key, &mut value);
        status == OK && value.kind == BOOL && value.bits != 0
    }

    fn integer(&self, request: *mut c_void, key: u32) -> Option<i64> {
        let mut value = Value { kind: 0, len: 0, bits: 0 };
        let status = (self.api.get)(request, key, &mut value);
        (status == OK && value.kind == INT).then_some(value.bits as i64)
    }

    fn set(&self, request: *mut c_void, key: u32, text: &str) -> i32 {
        let value = Value { kind: STRING, len: text.len() as u32, bits: text.as_ptr() as u64 };
        (self.api.set)(request, key, &value)
    }

    fn resolve(&self, request: *mut c_void) -> i32 {
        let left = self.integer(request, self.stock).unwrap_or(0);
        if left < 0 {
            let why = "state.shop.stock is negative";
            return (self.api.fail)(request, E_INVALID, why.as_ptr(), why.len() as u32);
        }
        let low = self.integer(request, self.low).unwrap_or(5);
        self.set(request, self.subtitle, &format!("{left} left"));
        // White text in every state, and backgrounds on which it can be read.
        let color = if left < low { "#C4281C" } else { "#1F7A35" };
        let is_enabled = self.is_true(request, self.enabled);
        self.set(request, self.foreground, "white");
        if self.is_true(request, self.highlighted) {
            self.set(request, self.effect, "darker(0.25)");
        }
        self.set(request, self.background, if is_enabled { color } else { "#636366" })
    }
}

extern "C" fn create(api: &'static HostApi, tag: &mut *mut Tag) -> i32 {
    *tag = Box::into_raw(Box::new(Tag::new(api)));
    OK
}

extern "C" fn destroy(tag: *mut Tag) {
    // SAFETY: the host hands back, once, what create() gave it.
    drop(unsafe { Box::from_raw(tag) });
}

extern "C" fn resolve(tag: &Tag, _entry: u32, request: *mut c_void) -> i32 {
    tag.resolve(request)
}

static PLUGIN: Plugin = Plugin {
    size: std::mem::size_of::<Plugin>() as u32,
    abi_major: 1,
    abi_minor: 0,
    flags: 0,
    id: b"com.example.tag\0".as_ptr().cast(),
    version: b"1.0.0\0".as_ptr().cast(),
    create,
    destroy,
    resolve,
    get_extension: None,
};

/// The one symbol that is exported; `info` begins with the magic and the major.
#[no_mangle]
pub extern "C" fn buttond_plugin_v1(info: &[u32; 4]) -> Option<&'static Plugin> {
    (info[0] == 0x3144_5442 && info[1] == 1).then_some(&PLUGIN)
}
