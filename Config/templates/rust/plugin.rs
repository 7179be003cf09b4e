//! __NAME__: a style and an update handler for buttond.
//!
//! The style is a filled shape that is red while state.__NAME__.isUrgent is true. The handler puts the
//! number in state.__NAME__.count behind the title. buttond.rs is the interface to the host.

mod buttond;
mod manifest;

use buttond::{AbiInfo, Host, Key, Plugin, Request, Status, Value, OK};
use std::ffi::c_void;

/// What the plugin keeps: the host, and the keys of the names that it uses.
struct State {
    host: &'static Host,
    handler: Key,
    is_enabled: Key,
    is_highlighted: Key,
    is_selected: Key,
    style: Key,
    title: Key,
    radius: Key,
    is_urgent: Key,
    count: Key,
    foreground: Key,
    background: Key,
    corner_style: Key,
    corner_radius: Key,
    new_title: Key,
}

impl State {
    fn new(host: &'static Host) -> State {
        State {
            host,
            handler: host.key(manifest::HANDLER_COUNT),
            is_enabled: host.key("button.isEnabled"),
            is_highlighted: host.key("button.isHighlighted"),
            is_selected: host.key("button.isSelected"),
            style: host.key("env.userInterfaceStyle"),
            title: host.key("button.title"),
            radius: host.key(manifest::__UPPER___RADIUS),
            is_urgent: host.key("state.__NAME__.isUrgent"),
            count: host.key("state.__NAME__.count"),
            foreground: host.key("foregroundColor"),
            background: host.key("background.backgroundColor"),
            corner_style: host.key("cornerStyle"),
            corner_radius: host.key("background.cornerRadius"),
            new_title: host.key("title"),
        }
    }

    /// The look for every state. All pairs of colours have a contrast of 4.5 and more; the focus and
    /// a spinner while the button is busy come from the base.
    fn style(&self, button: &Request) -> Result<(), Status> {
        let is_highlighted = button.is_true(self.is_highlighted);
        let mut front = 0xFFFF_FFFF;
        let back = if !button.is_true(self.is_enabled) {
            let is_dark = button.text(self.style).as_deref() == Some("dark");
            front = if is_dark { 0xB4B4_BAFF } else { 0x5858_5EFF };
            if is_dark { 0x3A3A_3CFF } else { 0xE5E5_EAFF }
        } else {
            match (button.is_true(self.is_urgent), button.is_true(self.is_selected)) {
                (true, _) => if is_highlighted { 0x8C1D_18FF } else { 0xB326_1EFF },
                (_, true) => if is_highlighted { 0x0629_4FFF } else { 0x0A3D_73FF },
                _ => if is_highlighted { 0x084A_8CFF } else { 0x0B63_BAFF },
            }
        };
        let radius = button.number(self.radius).unwrap_or(manifest::__UPPER___RADIUS_DEFAULT);
        button.set(self.background, Value::Color(back))?;
        button.set(self.foreground, Value::Color(front))?;
        button.set(self.corner_style, Value::Text("fixed"))?;
        button.set(self.corner_radius, Value::Number(radius))
    }

    /// The title, and behind it the count, if there is one.
    fn count(&self, button: &Request) -> Result<(), Status> {
        let count = match button.integer(self.count) {
            Some(count) => count,
            None => return Ok(()),
        };
        let title = button.text(self.title).unwrap_or_default();
        if title.len() > 4_000 {
            return Ok(()); // no room behind it
        }
        let text = if title.is_empty() { count.to_string() } else { format!("{title} ({count})") };
        button.set(self.new_title, Value::Text(&text))
    }
}

extern "C" fn create(host: &'static Host, state: &mut *mut State) -> Status {
    *state = Box::into_raw(Box::new(State::new(host)));
    OK
}

extern "C" fn destroy(state: *mut State) {
    // SAFETY: the host hands back, once, what create() gave it.
    drop(unsafe { Box::from_raw(state) });
}

/// What goes wrong in setting makes the host give the button up, and say why.
extern "C" fn resolve(state: &State, entry: Key, request: *mut c_void) -> Status {
    let button = Request::new(state.host, request);
    let result = if entry == state.handler { state.count(&button) } else { state.style(&button) };
    result.err().unwrap_or(OK)
}

/// Id and version are those of plugin.json, and come from there.
static PLUGIN: Plugin<State> = Plugin {
    size: std::mem::size_of::<Plugin<State>>() as u32,
    abi_major: 1,
    abi_minor: 0,
    flags: 0,
    id: manifest::ID.as_ptr().cast(),
    version: manifest::VERSION.as_ptr().cast(),
    create,
    destroy,
    resolve,
    get_extension: None,
};

/// The one function that the library exports.
#[no_mangle]
pub extern "C" fn buttond_plugin_v1(host: &AbiInfo) -> *const c_void {
    if host.is_known() { std::ptr::addr_of!(PLUGIN).cast() } else { std::ptr::null() }
}
