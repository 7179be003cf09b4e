//! buttond's plugin interface: what this plugin uses of buttond_plugin.h, in types of Rust.
//!
//! A `Request` is one button: read what decides about its look, set the look. buttond_plugin.h lists the
//! names that there are, and `properties.rs` has a function for every property:
//! `button.set_corner_style(CornerStyle::Capsule)?`. A name is looked up each time, which costs less than a
//! microsecond; where that is too much, a `Key` that `create` has made can take its place.
//!
//! `testing.rs` has a button for unit tests.

#![allow(dead_code)] // not every plugin needs all of it

use std::ffi::c_void;
use std::os::raw::c_char;

#[path = "properties.rs"]
mod properties;
pub use properties::*;

#[cfg(test)]
#[path = "testing.rs"]
pub mod testing;

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
pub const UNSET: Status = 1;
pub const E_INVALID: Status = -1;
pub const E_UNKNOWN_KEY: Status = -3;
pub const E_INTERNAL: Status = -8;

/// What is set: a colour is 0xRRGGBBAA, or the text of a name.
pub enum Value<'a> {
    Flag(bool),
    Number(f64),
    Text(&'a str),
    Color(u32),
}

impl Value<'_> {
    fn raw(&self) -> Raw {
        let (kind, len, bits) = match self {
            Value::Flag(flag) => (BOOL, 0, u64::from(*flag)),
            Value::Number(number) => (FLOAT, 0, number.to_bits()),
            Value::Color(rgba) => (COLOR, 0, u64::from(*rgba)),
            Value::Text(text) => (STRING, text.len() as u32, text.as_ptr() as u64),
        };
        Raw { kind, len, bits }
    }
}

/// A colour to set: fixed, a name that follows light, dark and contrast, or one that is computed from
/// others for each display.
#[derive(Clone, PartialEq)]
pub enum Color {
    /// 0xRRGGBBAA.
    Rgba(u32),
    /// `systemBlue`, `tint`, `#RRGGBB` and so on.
    Named(&'static str),
    Alpha(Box<Color>, f64),
    Opacity(Box<Color>, f64),
    Darker(Box<Color>, f64),
    Mixed(Box<Color>, Box<Color>, f64),
    LightDark(Box<Color>, Box<Color>),
}

impl Color {
    /// One colour on light displays and another on dark ones.
    pub fn light_dark(light: Color, dark: Color) -> Color {
        Color::LightDark(Box::new(light), Box::new(dark))
    }

    /// The same colour with its alpha replaced, 0 to 1, clamped like all amounts here.
    pub fn with_alpha(self, alpha: f64) -> Color {
        Color::Alpha(Box::new(self), alpha)
    }

    /// The same colour with its alpha multiplied.
    pub fn opacity(self, factor: f64) -> Color {
        Color::Opacity(Box::new(self), factor)
    }

    /// The colour with red, green and blue multiplied by 1 - amount.
    pub fn darker(self, amount: f64) -> Color {
        Color::Darker(Box::new(self), amount)
    }

    /// The colour moved towards another, each channel in a straight line.
    pub fn mixed(self, other: Color, fraction: f64) -> Color {
        Color::Mixed(Box::new(self), Box::new(other), fraction)
    }
}

/// Red, green and blue of 0 to 255 and an alpha of 0 to 1, which are rounded once, when they are set.
type Channels = [f64; 4];

fn channels(rgba: u32) -> Channels {
    let [red, green, blue, alpha] = rgba.to_be_bytes().map(f64::from);
    [red, green, blue, alpha / 255.0]
}

/// What #RGB, #RRGGBB or #RRGGBBAA writes.
fn hex(text: &str) -> Option<u32> {
    let digits = text.strip_prefix('#')?;
    if !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    let value = u32::from_str_radix(digits, 16).ok()?;
    match digits.len() {
        3 => Some([8, 4, 0].iter().fold(0, |rgb, shift| rgb << 8 | (value >> shift & 15) * 17) << 8 | 0xFF),
        6 => Some(value << 8 | 0xFF),
        8 => Some(value),
        _ => None,
    }
}

/// The channels as 0xRRGGBBAA.
fn packed([red, green, blue, alpha]: Channels) -> u32 {
    [red, green, blue, alpha * 255.0]
        .iter()
        .fold(0, |rgba: u32, channel| rgba << 8 | (channel + 0.5) as u32)
}

/// A run: a part of a title; what is None or false is as the title has it.
#[derive(Clone, Default)]
pub struct TextRun<'a> {
    pub text: &'a str,
    pub color: Option<Color>,
    pub font_weight: Option<FontWeight>,
    pub italic: bool,
    pub underline: bool,
    pub strikethrough: bool,
    /// An address of https, http or mailto that opens with a click.
    pub link: Option<&'a str>,
}

/// Adds a text to JSON.
fn quote(json: &mut String, text: &str) {
    json.push('"');
    for character in text.chars() {
        match character {
            '"' | '\\' => json.extend(['\\', character]),
            '\0'..='\x1F' => *json += &format!("\\u{:04x}", character as u32),
            _ => json.push(character),
        }
    }
    json.push('"');
}

/// A name, as a number.
#[repr(transparent)]
#[derive(Clone, Copy, PartialEq)]
pub struct Key(u32);

/// A name, or the key that it has become.
pub trait Named {
    fn key(self, host: &Host) -> Key;
}

impl Named for Key {
    fn key(self, _: &Host) -> Key {
        self
    }
}

impl Named for &str {
    fn key(self, host: &Host) -> Key {
        host.key(self)
    }
}

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
    /// The key of a name, the same for the same name.
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

    /// The key of a name.
    pub fn key(&self, name: &str) -> Key {
        self.host.key(name)
    }

    fn get(&self, name: impl Named) -> Option<Raw> {
        let mut raw = Raw { kind: 0, len: 0, bits: 0 };
        ((self.host.get)(self.request, name.key(self.host).0, &mut raw) == OK).then_some(raw)
    }

    /// Whether a flag is there and true. State may be absent, and of any type.
    pub fn is_true(&self, name: impl Named) -> bool {
        self.get(name).map_or(false, |raw| raw.kind == BOOL && raw.bits != 0)
    }

    /// A whole number, whether it was written 1 or 1.0.
    pub fn integer(&self, name: impl Named) -> Option<i64> {
        let raw = self.get(name)?;
        match raw.kind {
            INT => Some(raw.bits as i64),
            FLOAT => {
                let number = f64::from_bits(raw.bits);
                let is_whole = number.trunc() == number && number.abs() < 9223372036854775808.0;
                is_whole.then_some(number as i64)
            }
            _ => None,
        }
    }

    /// A number, whether it was written 1 or 1.0.
    pub fn number(&self, name: impl Named) -> Option<f64> {
        let raw = self.get(name)?;
        match raw.kind {
            FLOAT => Some(f64::from_bits(raw.bits)),
            INT => Some(raw.bits as i64 as f64),
            _ => None,
        }
    }

    /// A copy of a text.
    pub fn text(&self, name: impl Named) -> Option<String> {
        let raw = self.get(name).filter(|raw| raw.kind == STRING)?;
        if raw.len == 0 {
            return Some(String::new());
        }
        // SAFETY: the host's text is UTF-8 and stays where it is during the call.
        let bytes = unsafe { std::slice::from_raw_parts(raw.bits as *const u8, raw.len as usize) };
        String::from_utf8(bytes.to_vec()).ok()
    }

    /// A colour as 0xRRGGBBAA: a token of the theme, or the text #RRGGBB or #RRGGBBAA of a parameter.
    pub fn color(&self, name: impl Named) -> Option<u32> {
        let key = name.key(self.host);
        let raw = self.get(key)?;
        if raw.kind == COLOR {
            return Some(raw.bits as u32);
        }
        hex(&self.text(key)?)
    }

    /// Whether it takes presses.
    pub fn is_enabled(&self) -> bool {
        self.is_true("button.isEnabled")
    }

    /// Whether it is pressed at this moment.
    pub fn is_highlighted(&self) -> bool {
        self.is_true("button.isHighlighted")
    }

    /// Whether it is chosen, as a filter that is on.
    pub fn is_selected(&self) -> bool {
        self.is_true("button.isSelected")
    }

    /// Whether it holds the keyboard focus.
    pub fn is_focused(&self) -> bool {
        self.is_true("button.isFocused")
    }

    /// Whether its definition says that it is busy; what a style sets is not seen here.
    pub fn is_busy(&self) -> bool {
        self.is_true("button.isBusy")
    }

    /// Whether the display is dark.
    pub fn is_dark(&self) -> bool {
        self.text("env.userInterfaceStyle").as_deref() == Some("dark")
    }

    /// While the button is pressed, its opacity and its size, which stays where the reader wants little
    /// to move.
    pub fn show_press(&self, opacity: f64, scale: f64) -> Result<(), Status> {
        if !self.is_highlighted() {
            return Ok(());
        }
        self.set_opacity(opacity)?;
        if scale != 1.0 && !self.is_true("env.reduceMotion") {
            self.set_scale(scale)?;
        }
        Ok(())
    }

    /// The ring of the focus, which base styles draw where no outline is set.
    pub fn show_focus_ring(&self) -> Result<(), Status> {
        self.set_background_stroke_color(Color::Named("tint"))?;
        self.set_background_stroke_width(2.0)?;
        self.set_background_stroke_outset(4.0)
    }

    /// A colour's channels on this display; a text that means none gives the button up.
    fn channels(&self, color: &Color) -> Result<Channels, Status> {
        let clamped = |amount: f64| if amount > 0.0 { amount.min(1.0) } else { 0.0 };
        Ok(match color {
            Color::Rgba(rgba) => channels(*rgba),
            Color::Named(name) => hex(name)
                .or_else(|| self.color(format!("env.color.{name}").as_str()))
                .map(channels)
                .ok_or_else(|| self.fail(&format!("'{name}' is not a colour")))?,
            Color::Alpha(color, alpha) => {
                let [red, green, blue, _] = self.channels(color)?;
                [red, green, blue, clamped(*alpha)]
            }
            Color::Opacity(color, factor) => {
                let [red, green, blue, alpha] = self.channels(color)?;
                [red, green, blue, alpha * clamped(*factor)]
            }
            Color::Darker(color, amount) => {
                let [red, green, blue, alpha] = self.channels(color)?;
                let rest = 1.0 - clamped(*amount);
                [red * rest, green * rest, blue * rest, alpha]
            }
            Color::Mixed(color, other, fraction) => {
                let (mut mixture, other) = (self.channels(color)?, self.channels(other)?);
                for (channel, end) in mixture.iter_mut().zip(other) {
                    *channel += (end - *channel) * clamped(*fraction);
                }
                mixture
            }
            Color::LightDark(light, dark) => {
                self.channels(if self.is_dark() { dark } else { light })?
            }
        })
    }

    /// Sets a colour. A name is set as it is: it follows the display, and nothing is read.
    fn set_color(&self, name: &str, color: &Color) -> Result<(), Status> {
        if let Color::Named(text) = color {
            return self.set(name, Value::Text(text));
        }
        self.set(name, Value::Color(packed(self.channels(color)?)))
    }

    /// Makes the title of runs with attributes of their own, at most 32 in 4 KiB of JSON text; drops the
    /// title. Without runs there is none.
    pub fn set_title_runs(&self, runs: &[TextRun]) -> Result<(), Status> {
        let mut json = String::from("[");
        for run in runs {
            json += if json.len() > 1 { ",{\"text\":" } else { "{\"text\":" };
            quote(&mut json, run.text);
            if let Some(color) = &run.color {
                json += ",\"color\":";
                match color {
                    Color::Named(name) => quote(&mut json, name),
                    _ => json += &format!("\"#{:08X}\"", packed(self.channels(color)?)),
                }
            }
            if let Some(weight) = run.font_weight {
                json += &format!(",\"fontWeight\":\"{}\"", weight.name());
            }
            let flags =
                [("italic", run.italic), ("underline", run.underline), ("strikethrough", run.strikethrough)];
            for (name, _) in flags.iter().filter(|(_, is_set)| *is_set) {
                json += &format!(",\"{name}\":true");
            }
            if let Some(link) = run.link {
                json += ",\"link\":";
                quote(&mut json, link);
            }
            json.push('}');
        }
        json.push(']');
        self.set("titleRuns", Value::Text(&json))
    }

    /// Sets a property of the look. An error is a value that does not fit: pass it on with `?`. A
    /// property that an older host does not know is none: it draws without.
    pub fn set(&self, name: impl Named, value: Value) -> Result<(), Status> {
        let status = (self.host.set)(self.request, name.key(self.host).0, &value.raw());
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
    /// None where there is nothing to free.
    pub destroy: Option<extern "C" fn(*mut State)>,
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
