import TestSupport
import Testing

/// What unit tests of plugins in C and Rust have in a daemon's place: `buttond_test.h`, and `testing.rs` of the
/// template.
struct TestHelperTests {
  @Test func aTestButtonInCIsReadAndSetAsOneOfADaemon() throws {
    let source = #"""
      #include <buttond_style.h>
      #include <buttond_test.h>
      #include <stdio.h>
      static const btn_host_api *host;
      static int ends;
      static btn_status create(const btn_host_api *api, void **self) {
         host = api;
         *self = &ends;
         return BTN_OK;
      }
      static void destroy(void *self) { (*(int *)self)++; }
      static btn_status resolve(void *self, btn_key entry, btn_request *request) {
         bts_button button = bts_begin(host, request);
         char title[32], text[64];
         (void)self;
         bts_text(&button, "button.title", title, sizeof title);
         if (entry == bts_key(&button, "handler.count")) {
            sprintf(text, "%s (%g)", title, bts_number(&button, "state.count", -1));
            bts_set_title(&button, text);
            return bts_end(&button);
         }
         if (!(bts_state(&button) & BTS_DISABLED)) bts_set_title(&button, "Pay");
         bts_set_is_full_width(&button, bts_flag(&button, "state.isWide"));
         bts_set_opacity(&button, 0.5);
         bts_set_foreground_color(&button, bts_named("white"));
         bts_set_background_color(&button, bts_darker(&button, bts_named("systemBlue"), 0.5));
         return bts_end(&button);
      }
      static const btn_plugin plugin = {
         sizeof(btn_plugin), BTN_ABI_MAJOR, 0, 0, "org.example.test", "1.0", create, destroy, resolve, NULL};
      const btn_plugin *buttond_plugin_v1(const btn_abi_info *info) { return info ? &plugin : NULL; }

      static btt_button button;
      static void say(const char *entry) {
         btn_status status = btt_resolve(&button, entry);
         printf("%d '%s' '%s' %d %g %08X '%s'\n", status, btt_text(&button, "title"),
                btt_text(&button, "foregroundColor"), btt_flag(&button, "isFullWidth"),
                btt_number(&button, "opacity"), btt_color(&button, "background.backgroundColor"),
                button.failure);
      }
      int main(void) {
         static char text[4098];
         btn_status status = BTN_OK;
         int i;
         btt_begin(&button, buttond_plugin_v1);
         say("style.a");
         btt_give_color(&button, "env.color.systemBlue", 0x204060FFu);
         btt_give_flag(&button, "state.isWide", 1);
         btt_give_text(&button, "button.title", "Old");
         say("style.a");
         say("handler.count");
         btt_give_integer(&button, "state.count", 3);
         say("handler.count");
         btt_give_flag(&button, "button.isEnabled", 0);
         say("style.a");
         memset(text, 'a', 4097);
         printf("%d", btt_give_text(&button, "state.text", text));
         for (i = 0; status == BTN_OK && i < 1000; i++) {
            sprintf(text, "state.key%d", i);
            status = btt_give_integer(&button, text, i);
         }
         btt_end(&button);
         printf(" %d %d\n", status, ends);
         return 0;
      }
      """#
    let program = try Compilation(
      ["cc", "-std=c99", "-pedantic", "-Wall", "-Wextra", "-Werror"], [("test.c", source)],
      headers: [Products.headers, Products.source("Plugins/SDK/c")]
    ).file()
    let done = try Program.run(program)
    #expect(
      done.output == """
        -1 'Pay' 'white' 0 0.5 00000000 ''systemBlue' is not a colour'
        0 'Pay' 'white' 1 0.5 102030FF ''
        0 'Pay (-1)' 'white' 1 0.5 102030FF ''
        0 'Pay (-1) (3)' 'white' 1 0.5 102030FF ''
        0 '' 'white' 1 0.5 102030FF ''
        -5 -5 1

        """, "\(done.error)")
  }

  private static let hasRust =
    (try? Program.run("/bin/sh", ["-c", "rustc --version"]))?.end == .exited(0)

  @Test(.enabled(if: hasRust, "there is no rustc"))
  func aTestButtonInRustIsReadAndSetAsOneOfADaemon() throws {
    let template = Products.source("Plugins/SDK/templates/rust")
    let source = #"""
      #[path = "\#(template)/buttond.rs"]
      mod buttond;
      use buttond::{testing::TestButton, *};
      use std::ffi::c_void;
      use std::sync::atomic::{AtomicU32, Ordering};

      static ENDS: AtomicU32 = AtomicU32::new(0);

      fn style(button: &Request) -> Result<(), Status> {
          if button.is_enabled() {
              button.set_title(Some("Pay"))?;
          }
          button.set_is_full_width(button.is_true("state.isWide"))?;
          button.set_opacity(0.5)?;
          button.set_foreground_color(Color::Named("white"))?;
          button.set_background_color(Color::Named("systemBlue").darker(0.5))
      }
      fn count(button: &Request) -> Result<(), Status> {
          let title = button.text("button.title").unwrap_or_default();
          let count = button.number("state.count").unwrap_or(-1.0);
          button.set_title(Some(&format!("{title} ({count})")))
      }
      extern "C" fn create(host: &'static Host, state: &mut *mut Host) -> Status {
          *state = host as *const Host as *mut Host;
          OK
      }
      extern "C" fn destroy(_: *mut Host) {
          ENDS.fetch_add(1, Ordering::Relaxed);
      }
      extern "C" fn resolve(host: &Host, entry: Key, request: *mut c_void) -> Status {
          let button = Request::new(host, request);
          let is_count = entry == button.key("handler.count");
          (if is_count { count(&button) } else { style(&button) }).err().unwrap_or(OK)
      }
      static PLUGIN: Plugin<Host> = Plugin {
          size: std::mem::size_of::<Plugin<Host>>() as u32, abi_major: 1, abi_minor: 0, flags: 0,
          id: b"org.example.test\0".as_ptr().cast(), version: b"1.0\0".as_ptr().cast(),
          create, destroy: Some(destroy), resolve, get_extension: None,
      };
      #[no_mangle]
      pub extern "C" fn buttond_plugin_v1(host: &AbiInfo) -> *const c_void {
          if host.is_known() { std::ptr::addr_of!(PLUGIN).cast() } else { std::ptr::null() }
      }

      #[test]
      fn all() {
          let mut button = TestButton::new(buttond_plugin_v1);
          assert_eq!(button.resolve("style.a"), Err("'systemBlue' is not a colour".into()));
          button.give("env.color.systemBlue", Value::Color(0x2040_60FF));
          button.give("state.isWide", Value::Flag(true));
          button.give("button.title", Value::Text("Old"));
          button.resolve("style.a").unwrap();
          assert_eq!(button.text("title").as_deref(), Some("Pay"));
          assert_eq!(button.text("foregroundColor").as_deref(), Some("white"));
          assert_eq!((button.flag("isFullWidth"), button.number("opacity")), (Some(true), Some(0.5)));
          assert_eq!(button.color("background.backgroundColor"), Some(0x1020_30FF));
          button.resolve("handler.count").unwrap();
          button.give("state.count", Value::Number(3.0));
          button.resolve("handler.count").unwrap();
          assert_eq!(button.text("title").as_deref(), Some("Pay (-1) (3)"));
          button.give("button.isEnabled", Value::Flag(false));
          button.resolve("style.a").unwrap();
          assert_eq!((button.text("title"), button.text("opacity")), (None, None));
          drop(button);
          assert_eq!(ENDS.load(Ordering::Relaxed), 1);
      }
      """#
    let program = try Compilation(
      ["rustc", "-D", "warnings", "--edition", "2021", "--test"], [("button.rs", source)],
      included: ["buttond.rs", "properties.rs", "testing.rs"].map { "\(template)/\($0)" }
    ).file()
    let done = try Program.run(program)
    #expect(done.end == .exited(0) && done.output.contains("1 passed"), "\(done.output)")
  }
}
