//! The style berry/berry of docs/plugin-short.md, in Rust: what `plugin new --language rust` writes, with another style.
//!
//! buttond.rs and properties.rs are those of `share/buttond/templates/rust`.

#[path = "../../Plugins/SDK/templates/rust/buttond.rs"]
mod buttond;

use buttond::{AbiInfo, Color, CornerStyle, FontWeight, Host, Key, Plugin, Request, Status, OK};
use std::ffi::c_void;

/// The look for every state.
fn style(button: &Request) -> Result<(), Status> {
    let tint = Color::Named("systemIndigo");
    let fill = Color::light_dark(tint.clone().darker(0.25), tint.mixed(Color::Named("black"), 0.4));
    button.set_corner_style(CornerStyle::Capsule)?;
    button.set_title_font_weight(FontWeight::Semibold)?;
    button.set_foreground_color(Color::Named("white"))?;
    button.set_background_color(if button.is_enabled() { fill } else { Color::Rgba(0x5858_5EFF) })?;
    if button.is_selected() {
        button.set_background_color(Color::Rgba(0x2B2A_6BFF))?;
    }
    button.set_subtitle(None)?;
    button.show_press(0.9, 0.96)
}

/// What later calls get: the host, which outlives the plugin.
extern "C" fn create(host: &'static Host, state: &mut *mut Host) -> Status {
    *state = host as *const Host as *mut Host;
    OK
}

/// What goes wrong in setting makes the host give the button up, and say why.
extern "C" fn resolve(host: &Host, _entry: Key, request: *mut c_void) -> Status {
    style(&Request::new(host, request)).err().unwrap_or(OK)
}

static PLUGIN: Plugin<Host> = Plugin {
    size: std::mem::size_of::<Plugin<Host>>() as u32,
    abi_major: 1,
    abi_minor: 0,
    flags: 0,
    id: b"com.example.berry\0".as_ptr().cast(),
    version: b"1.0.0\0".as_ptr().cast(),
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
