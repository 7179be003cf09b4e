//! A button without a daemon: what a unit test gives to a plugin, and asks what came of it.
//!
//!     let mut button = TestButton::new(buttond_plugin_v1);
//!     button.give("state.shop.stock", Value::Number(2.0));
//!     button.resolve("style.tag").unwrap();
//!     assert_eq!(button.text("subtitle").as_deref(), Some("2 left"));
//!
//! It accepts everything; `buttonctl plugin check` finds what a daemon would refuse. There are no extensions of
//! the host's.

use super::{
    AbiInfo, Host, Key, Plugin, Raw, Status, Value, BOOL, COLOR, E_INTERNAL, E_INVALID, FLOAT, INT, OK,
    STRING, UNSET,
};
use std::cell::RefCell;
use std::collections::HashMap;
use std::ffi::c_void;
use std::os::raw::c_char;

/// A button, and the plugin that makes its look.
pub struct TestButton {
    /// Where the host's functions find everything by their first argument.
    data: Box<Data>,
    host: Box<Host>,
    plugin: &'static Plugin<c_void>,
    state: *mut c_void,
}

#[derive(Default)]
struct Data {
    names: RefCell<Vec<String>>,
    given: RefCell<HashMap<String, Kept>>,
    set: RefCell<HashMap<String, Kept>>,
    failure: RefCell<Option<String>>,
}

/// A value with its text.
struct Kept {
    raw: Raw,
    text: Box<str>,
}

impl Kept {
    fn new(raw: Raw) -> Kept {
        let text = if raw.kind == STRING { text(raw.bits as *const u8, raw.len) } else { String::new() };
        Kept { raw, text: text.into() }
    }

    /// The value for a reader, whose text stays where it is for as long as this does.
    fn raw(&self) -> Raw {
        if self.raw.kind == STRING { Raw { bits: self.text.as_ptr() as u64, ..self.raw } } else { self.raw }
    }
}

impl TestButton {
    /// Starts a plugin with the function that it exports, as a worker does. Panics where it does not start.
    pub fn new(entry: extern "C" fn(&AbiInfo) -> *const c_void) -> TestButton {
        let plugin = entry(&AbiInfo { magic: 0x3144_5442, abi_major: 1 });
        assert!(!plugin.is_null(), "the plugin does not serve this host");
        let data = Box::<Data>::default();
        let host = Box::new(Host {
            size: std::mem::size_of::<Host>() as u32,
            abi_major: 1,
            abi_minor: 0,
            schema: u32::MAX,
            host: &*data as *const Data as *mut c_void,
            intern,
            get_extension,
            log,
            request_update,
            get,
            set,
            fail,
        });
        // SAFETY: what a plugin exports is its table, which is static; the host outlives the plugin.
        let (plugin, api) = unsafe { (&*plugin.cast::<Plugin<c_void>>(), &*(&*host as *const Host)) };
        let mut state = std::ptr::null_mut();
        assert_eq!((plugin.create)(api, &mut state), OK, "create()");
        let mut button = TestButton { data, host, plugin, state };
        button.give("button.isEnabled", Value::Flag(true));
        button
    }

    /// What a name has when it is read, until it is given another: `state.KEY`, `button.parameters.NAME`,
    /// `button.isHighlighted`, `env.userInterfaceStyle`, `button.title` of the configuration. What is given
    /// no value has none, but for `button.isEnabled`, which is true.
    pub fn give(&mut self, name: &str, value: Value) {
        self.data.given.borrow_mut().insert(name.into(), Kept::new(value.raw()));
    }

    /// Has `style.NAME` or `handler.NAME` make the look; an error is why it gave the button up. A style
    /// begins with nothing set, a handler finds what the style before it has set.
    pub fn resolve(&mut self, entry: &str) -> Result<(), String> {
        if !entry.starts_with("handler.") {
            self.data.set.borrow_mut().clear();
        }
        *self.data.failure.borrow_mut() = None;
        let key: Key = self.host.key(entry);
        // SAFETY: the plugin gets back what its create() gave.
        let status = (self.plugin.resolve)(unsafe { &*self.state }, key, self.host.host);
        if status >= 0 {
            return Ok(());
        }
        Err(self.data.failure.take().unwrap_or_else(|| format!("status {status}")))
    }

    fn look(&self, name: &str, kinds: &[u32]) -> Option<Raw> {
        let set = self.data.set.borrow();
        set.get(name).filter(|kept| kinds.contains(&kept.raw.kind)).map(|kept| kept.raw)
    }

    /// The flag that a property was set to.
    pub fn flag(&self, name: &str) -> Option<bool> {
        self.look(name, &[BOOL]).map(|raw| raw.bits != 0)
    }

    /// The number that a property was set to.
    pub fn number(&self, name: &str) -> Option<f64> {
        let raw = self.look(name, &[FLOAT, INT])?;
        Some(if raw.kind == INT { raw.bits as i64 as f64 } else { f64::from_bits(raw.bits) })
    }

    /// The colour that a property was set to, 0xRRGGBBAA; it may also be set to the text of a name.
    pub fn color(&self, name: &str) -> Option<u32> {
        self.look(name, &[COLOR]).map(|raw| raw.bits as u32)
    }

    /// The text that a property was set to.
    pub fn text(&self, name: &str) -> Option<String> {
        let set = self.data.set.borrow();
        set.get(name).filter(|kept| kept.raw.kind == STRING).map(|kept| kept.text.to_string())
    }
}

impl Drop for TestButton {
    fn drop(&mut self) {
        if let Some(destroy) = self.plugin.destroy {
            destroy(self.state);
        }
    }
}

fn text(start: *const u8, len: u32) -> String {
    if len == 0 {
        return String::new();
    }
    // SAFETY: who calls has as many bytes there.
    let bytes = unsafe { std::slice::from_raw_parts(start, len as usize) };
    String::from_utf8_lossy(bytes).into_owned()
}

/// Host and request are both the data of a test button, which outlives the call.
fn data<'a>(pointer: *mut c_void) -> &'a Data {
    // SAFETY: as above.
    unsafe { &*pointer.cast::<Data>() }
}

extern "C" fn intern(host: *mut c_void, name: *const u8, len: u32) -> u32 {
    let name = text(name, len);
    let mut names = data(host).names.borrow_mut();
    let place = names.iter().position(|known| *known == name);
    place.unwrap_or_else(|| {
        names.push(name);
        names.len() - 1
    }) as u32
        + 1
}

/// The name of a key.
fn name(data: &Data, key: u32) -> Option<String> {
    data.names.borrow().get((key as usize).wrapping_sub(1)).cloned()
}

extern "C" fn get(request: *mut c_void, key: u32, out: *mut Raw) -> Status {
    let data = data(request);
    let name = match name(data, key) {
        Some(name) => name,
        None => return E_INVALID,
    };
    let (set, given) = (data.set.borrow(), data.given.borrow());
    // What was set in this pass lies over the configuration.
    let set = name.strip_prefix("button.").and_then(|property| set.get(property));
    let kept = set.or_else(|| given.get(&name));
    // SAFETY: the value is the plugin's.
    unsafe { *out = kept.map_or(Raw { kind: 0, len: 0, bits: 0 }, Kept::raw) };
    if kept.is_some() { OK } else { UNSET }
}

extern "C" fn set(request: *mut c_void, key: u32, value: *const Raw) -> Status {
    let data = data(request);
    let name = match name(data, key) {
        Some(name) => name,
        None => return E_INVALID,
    };
    // SAFETY: the value is the plugin's.
    data.set.borrow_mut().insert(name, Kept::new(unsafe { *value }));
    OK
}

extern "C" fn fail(request: *mut c_void, status: Status, why: *const u8, len: u32) -> Status {
    data(request).failure.borrow_mut().get_or_insert_with(|| text(why, len));
    if status < 0 { status } else { E_INTERNAL }
}

extern "C" fn get_extension(_: *mut c_void, _: *const c_char) -> *const c_void {
    std::ptr::null()
}

extern "C" fn log(_: *mut c_void, _: i32, _: *const u8, _: u32) {}

extern "C" fn request_update(_: *mut c_void, _: u64) {}
