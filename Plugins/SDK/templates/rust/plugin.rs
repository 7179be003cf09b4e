//! __NAME__: a style and an update handler for buttond.
//!
//! The style is a filled shape that is red while state.__NAME__.isUrgent is true. The handler puts the
//! number in state.__NAME__.count behind the title. buttond.rs is the interface to the host, and
//! properties.rs has a function for every property.

mod buttond;
mod manifest;

use buttond::{AbiInfo, Color, CornerStyle, Host, Key, Plugin, Request, Status, OK};
use std::ffi::c_void;

/// The look for every state. All pairs of colours have a contrast of 4.5 and more; the ring of the
/// focus and the spinner of a busy button come from the base.
fn style(button: &Request) -> Result<(), Status> {
    let radius = button.number(manifest::__UPPER___RADIUS);
    button.set_corner_style(CornerStyle::Fixed)?;
    button.set_background_corner_radius(radius.unwrap_or(manifest::__UPPER___RADIUS_DEFAULT))?;
    if !button.is_enabled() {
        let is_dark = button.is_dark();
        let fill = if is_dark { 0x3A3A_3CFF } else { 0xE5E5_EAFF };
        button.set_background_color(Color::Rgba(fill))?;
        return button.set_foreground_color(Color::Rgba(if is_dark { 0xB4B4_BAFF } else { 0x5858_5EFF }));
    }
    let is_urgent = button.is_true("state.__NAME__.isUrgent");
    let fill = match (is_urgent, button.is_selected(), button.is_highlighted()) {
        (true, _, false) => 0xB326_1EFF,
        (true, _, true) => 0x8C1D_18FF,
        (false, false, false) => 0x0B63_BAFF,
        (false, false, true) => 0x084A_8CFF,
        (false, true, false) => 0x0A3D_73FF,
        (false, true, true) => 0x0629_4FFF,
    };
    button.set_background_color(Color::Rgba(fill))?;
    button.set_foreground_color(Color::Named("white"))
}

/// The title, and behind it the count, if there is one.
fn count(button: &Request) -> Result<(), Status> {
    let count = match button.integer("state.__NAME__.count") {
        Some(count) => count,
        None => return Ok(()), // absent, or something else: state belongs to others
    };
    let title = button.text("button.title").unwrap_or_default();
    if title.len() > 4_000 {
        return Ok(()); // no room behind it
    }
    let text = if title.is_empty() { count.to_string() } else { format!("{title} ({count})") };
    button.set_title(Some(&text))
}

/// What later calls get; this plugin has no need of more than the host, which outlives it.
extern "C" fn create(host: &'static Host, state: &mut *mut Host) -> Status {
    *state = host as *const Host as *mut Host;
    OK
}

/// What goes wrong in setting makes the host give the button up, and say why.
extern "C" fn resolve(host: &Host, entry: Key, request: *mut c_void) -> Status {
    let button = Request::new(host, request);
    let is_count = entry == button.key(manifest::HANDLER_COUNT);
    let result = if is_count { count(&button) } else { style(&button) };
    result.err().unwrap_or(OK)
}

/// Id and version are those of plugin.json, and come from there.
static PLUGIN: Plugin<Host> = Plugin {
    size: std::mem::size_of::<Plugin<Host>>() as u32,
    abi_major: 1,
    abi_minor: 0,
    flags: 0,
    id: manifest::ID.as_ptr().cast(),
    version: manifest::VERSION.as_ptr().cast(),
    create,
    destroy: None,
    resolve,
    get_extension: None,
};

/// The one function that the library exports.
#[no_mangle]
pub extern "C" fn buttond_plugin_v1(host: &AbiInfo) -> *const c_void {
    if host.is_known() { std::ptr::addr_of!(PLUGIN).cast() } else { std::ptr::null() }
}

/// The plugin without a daemon: `make test` runs these.
#[cfg(test)]
mod tests {
    use super::{buttond::testing::TestButton, buttond::Value, buttond_plugin_v1, manifest};

    #[test]
    fn what_is_urgent_is_red() {
        let mut button = TestButton::new(buttond_plugin_v1);
        button.give("state.__NAME__.isUrgent", Value::Flag(true));
        button.resolve(manifest::STYLE___UPPER__).unwrap();
        assert_eq!(button.color("background.backgroundColor"), Some(0xB326_1EFF));
    }
}
