//! Written by `buttonctl plugin constants` from plugin.json: change that instead.

#![allow(dead_code)] // not every plugin needs all of it

/// The plugin's id, as btn_plugin wants it.
pub const ID: &[u8] = b"__ID__\0";
/// The plugin's version, as btn_plugin wants it.
pub const VERSION: &[u8] = b"1.0.0\0";

pub const STYLE___UPPER__: &str = "style.__NAME__";
/// Radius of the corners, in points.
pub const __UPPER___RADIUS: &str = "button.parameters.radius";
pub const __UPPER___RADIUS_DEFAULT: f64 = 10.0;

pub const HANDLER_COUNT: &str = "handler.count";
