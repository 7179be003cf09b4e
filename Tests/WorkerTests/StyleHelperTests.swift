import ButtonModel
import PluginChannel
import TestSupport
import Testing

/// `buttond_style.h`, and what the template in Rust has of the same: colours that are computed for each
/// display, a function for every property, texts that are taken away.
@Suite(.serialized, .blocking) struct StyleHelperTests {
  private static let helpers = Products.source("Plugins/SDK/c")

  /// The colours that both languages compute: what each is on light and dark displays, and on both with
  /// raised contrast, worked out by hand.
  private static let colors: [(property: Property, hex: [String])] = [
    (.backgroundColor, ["#005CBFFF", "#0863BFFF", "#0030A6FF", "#3075BFFF"]),
    (.titleColor, ["#007AFF99", "#0A84FF99", "#0040DD99", "#409CFF99"]),
    (.strokeColor, ["#007AFF4D", "#0A84FF4D", "#0040DD4D", "#409CFF4D"]),
    (.baseBackgroundColor, ["#80BDFFFF", "#85C2FFFF", "#80A0EEFF", "#A0CEFFFF"]),
    (.baseForegroundColor, ["#111111FF", "#FF375FFF", "#111111FF", "#FF6482FF"]),
    (.shadowColor, ["#10204040", "#10204040", "#10204040", "#10204040"]),
  ]

  /// What the tests' styles do, by their names; they see `button`.
  private static let bodies: [(name: String, text: String)] = [
    (
      "colors",
      """
      bts_color blue = bts_named("systemBlue");
      bts_set_background_color(&button, bts_darker(&button, blue, 0.25));
      bts_set_title_color(&button, bts_opacity(&button, blue, 0.6));
      bts_set_background_stroke_color(&button, bts_with_alpha(&button, blue, 0.3));
      bts_set_base_background_color(&button, bts_mixed(&button, blue, bts_named("#FFF"), 0.5));
      bts_set_base_foreground_color(
         &button, bts_light_dark(&button, bts_named("#111111FF"), bts_opacity(&button, bts_named("systemPink"), 1)));
      bts_set_background_shadow_color(&button, bts_opacity(&button, bts_rgba(0x10204080u), 0.5));
      bts_set_foreground_color(&button, bts_named("systemPink"));
      bts_set_title_color(&button, bts_opacity(&button, blue, 0.6));
      bts_set_title(&button, NULL);
      bts_set_subtitle(&button, "sub");
      bts_set_title_font(&button, 20, BTS_FONT_WEIGHT_HEAVY);
      bts_set_subtitle_text_style(&button, BTS_TEXT_STYLE_CAPTION2);
      bts_set_subtitle_font_design(&button, BTS_FONT_DESIGN_DEFAULT);
      bts_set_title_font_design(&button, BTS_FONT_DESIGN_MONOSPACED);
      bts_set_title_italic(&button, 1);
      bts_set_title_font_transformer(&button, "scale(1.5) italic");
      bts_set_image_size(&button, 30);
      bts_set_image_weight(&button, BTS_FONT_WEIGHT_LIGHT);
      bts_set_image_rendering_mode(&button, BTS_IMAGE_RENDERING_MODE_ORIGINAL);
      bts_set_progress(&button, 0.25);
      bts_set_progress_color(&button, bts_named("systemGreen"));
      bts_show_press(&button, 0.5, 0.9);
      """
    ),
    (
      "runs",
      #"""
      bts_color pink = bts_named("systemPink");
      bts_color blue = bts_opacity(&button, bts_named("systemBlue"), 0.5);
      bts_text_run runs[3] = {
         {"a\"\\\n\001\xC3\xA9", &pink, "bold", 1, 0, 0, NULL}, {"b", &blue, NULL, 0, 1, 1, NULL},
         {"c", NULL, NULL, 0, 0, 0, "https://example.com"},
      };
      bts_set_title_runs(&button, runs, 3);
      """#
    ),
    (
      "tooLong",
      """
      char text[5000];
      bts_text_run run = {0};
      memset(text, 'a', sizeof text);
      text[4999] = 0;
      run.text = text;
      bts_set_title_runs(&button, &run, 1);
      """
    ),
    (
      "reads",
      """
      char text[4];
      bts_color color;
      int whole = bts_text(&button, "button.title", text, sizeof text);
      if (whole || strcmp(text, "Pay") == 0) bts_set_title(&button, text);
      whole = bts_text(&button, "button.id", text, sizeof text);
      bts_set_subtitle(&button, whole ? "whole" : text);
      bts_set_title_font_size(&button, bts_number(&button, "state.shop.size", 17));
      bts_set_image_padding(&button, (double)bts_integer(&button, "state.shop.count", 3));
      bts_set_is_full_width(&button, bts_flag(&button, "state.shop.size"));
      bts_set_title_underline(&button, bts_state(&button) == BTS_HIGHLIGHTED);
      bts_set_title_strikethrough(&button, (bts_state(&button) & BTS_BUSY) != 0);
      bts_set_title_italic(&button, (bts_state(&button) & ~BTS_BUSY) == BTS_SELECTED);
      if (bts_get_color(&button, "state.shop.color", &color)) bts_set_background_color(&button, color);
      """
    ),
  ]

  nonisolated(unsafe) private static let shared = Lasting.made {
    var bodies = StyleHelperTests.bodies
    for (index, mistake) in mistakes.enumerated() {
      bodies.append(("mistake\(index)", mistake.0))
    }
    for (index, half) in try calls.get().enumerated() {
      bodies.append(("half\(index)", half.joined(separator: "\n")))
    }
    let cases = bodies.map { name, text in
      let entry = "style.\(name)"
      return """
        if (entry == host->intern(host->host, "\(entry)", \(entry.utf8.count))) {
        \(text)
        }
        """
    }
    let source = """
      #include <buttond_style.h>
      static const btn_host_api *host;
      static btn_status create(const btn_host_api *api, void **self) {
         host = api;
         *self = (void *)&host;
         return BTN_OK;
      }
      static btn_status resolve(void *self, btn_key entry, btn_request *request) {
         bts_button button = bts_begin(host, request);
         (void)self;
         \(cases.joined(separator: "\n"))
         return bts_end(&button);
      }
      static const btn_plugin plugin = {
         sizeof(btn_plugin), BTN_ABI_MAJOR, 0, 0, "org.example.test", "1.0", create, NULL, resolve, NULL};
      const btn_plugin *buttond_plugin_v1(const btn_abi_info *info) { return info ? &plugin : NULL; }
      """
    let compilation = Compilation(
      [
        "cc", "-std=c99", "-pedantic", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC",
        "-fvisibility=hidden",
      ], [("Plugin.c", source)], headers: [Products.headers, helpers])
    return try SharedWorker(CPlugin(path: compilation.file()), bodies.map(\.name))
  }

  /// A style's look on light and dark displays, and on both with raised contrast.
  private static func resolve(
    _ name: String, by shared: SharedWorker? = nil, isBusy: Bool = false,
    state: [(name: String, value: Double)] = []
  ) throws -> Answer {
    let shared = try shared ?? Self.shared.get()
    var item = shared.item(name, state: .highlighted, traitMask: 0b1111)
    item.isBusy = isBusy
    return try shared.worker.resolve { batch in
      for contrast in Contrast.allCases {
        for style in UserInterfaceStyle.allCases {
          batch.add(
            BatchTraits(userInterfaceStyle: style, contrast: contrast, tint: 0x007A_FFFF))
        }
      }
      for (index, (name, value)) in state.enumerated() {
        let key = UInt32(index) + 1
        _ = batch.add(key: key, name: UTF8String("state.\(name)"), value: .double(value))
      }
      batch.addButton(
        item, configuration: [(.title, .text("Pay")), (.subtitle, .text("now"))], traits: [])
    }
  }

  private static func expectColors(_ answer: Answer) throws {
    for (property, hex) in colors {
      for (pass, hex) in hex.enumerated() {
        guard case .color(.rgba(let rgba))? = try answer.value(property, 0, pass) else {
          Issue.record("\(property) is not a colour")
          continue
        }
        #expect(Color.hex(rgba) == hex, "\(property)")
      }
    }
    // A name is passed on as it is.
    #expect(try answer.value(.foregroundColor) == .color(.named(.systemPink)))
    #expect(try answer.value(.title) == .text(""))
    #expect(try answer.value(.subtitle) == .text("sub"))
    #expect(try answer.value(.titleFontWeight) == .choice(FontWeight.heavy.rawValue))
    #expect(try answer.value(.subtitleTextStyle) == .choice(TextStyle.caption2.rawValue))
    #expect(try answer.value(.subtitleFontDesign) == .choice(FontDesign.default.rawValue))
    #expect(try answer.value(.titleFontDesign) == .choice(FontDesign.monospaced.rawValue))
    #expect(try answer.value(.titleItalic) == .bool(true))
    #expect(try answer.value(.titleFontTransformer) == .text("scale(1.5) italic"))
    #expect(try answer.value(.imageSize) == .number(30))
    #expect(try answer.value(.imageWeight) == .choice(FontWeight.light.rawValue))
    #expect(try answer.value(.imageRenderingMode) == .choice(1))
    #expect(try answer.value(.progress) == .number(0.25))
    #expect(try answer.value(.progressColor) == .color(.named(.systemGreen)))
    #expect(try answer.value(.opacity) == .number(0.5))
    #expect(try answer.value(.scale) == .number(0.9))
  }

  @Test func colorsInCAreComputedForEachDisplay() throws {
    try Self.expectColors(Self.resolve("colors"))
  }

  /// What both helpers make of the same runs of a title.
  private static let runs = [
    TextRun(text: "a\"\\\n\u{1}é", color: .named(.systemPink), fontWeight: .bold, italic: true),
    TextRun(text: "b", color: .rgba(0x007A_FF80), underline: true, strikethrough: true),
    TextRun(text: "c", link: "https://example.com"),
  ]

  @Test func runsOfATitleAreWrittenInC() throws {
    // The first display is a light one.
    guard case .text(let json)? = try Self.resolve("runs").value(.titleRuns) else {
      Issue.record("no runs")
      return
    }
    #expect(try TextRun.runs(json) == Self.runs)
  }

  @Test func tooLongRunsInCGiveTheButtonUp() throws {
    let answer = try Self.resolve("tooLong")
    #expect(answer.items[0].status < 0)
    #expect(answer.items[0].failure.contains("4 KiB"))
  }

  /// A call of each function for a property; no more than half of them in one pass: there is a limit.
  private static let calls = Result {
    let header = try ProcessFile.text("\(helpers)/buttond_properties.h")
    let values = [
      "const char *text": "\"x\"", "const char *effect": "\"grayscale\"",
      "bts_color color": "bts_rgba(0x010203FFu)", "double number": "1", "int flag": "1",
      "const char *transaction": "\"default\"", "const char *font_effect": "\"italic\"",
    ]
    let calls = header.matches(of: #/inline void (bts_set_\w+)\(bts_button \*button, ([^)]+)\)/#)
      .map { "\($0.output.1)(&button, \(values[String($0.output.2)] ?? "0"));" }
    return [calls.prefix(calls.count / 2), calls.suffix(calls.count - calls.count / 2)]
  }

  @Test func everyPropertyHasAFunctionInC() throws {
    let wanted = PropertyRegistry.rows.filter { row in
      if case .attributedText = row.kind { return false }
      // The function for these is in buttond_style.h.
      if case .textRuns = row.kind { return false }
      return row.setters.contains(.plugin)
    }
    #expect(try Self.calls.get().reduce(0) { $0 + $1.count } == wanted.count)
    let found = try (0..<2).flatMap { half in
      try Self.resolve("half\(half)").pass().properties.entries.map(\.property)
    }
    // A foreground drops the title's colour, a size the text style, and the names for size and shape drop
    // each other, if both are in one half.
    let left = Set(wanted.map(\.property)).subtracting(found)
    let dropped: Set<Property> = [
      .titleColor, .titleTextStyle, .subtitleTextStyle, .buttonSize, .cornerStyle,
    ]
    #expect(left.isSubset(of: dropped), "\(left)")
  }

  private static let mistakes = [
    ("bts_set_corner_style(&button, (bts_corner_style)77);", "cornerStyle"),
    ("bts_set_opacity(&button, 2); bts_set_opacity(&button, 1);", "opacity"),
    ("bts_set_title_color(&button, bts_darker(&button, bts_named(\"blau\"), 0.5));", "'blau' is"),
    ("bts_fail(&button, \"no bread\"); bts_fail(&button, \"no butter\");", "no bread"),
  ]

  @Test(arguments: mistakes.indices) func theFirstMistakeGivesTheButtonUp(index: Int) throws {
    let answer = try Self.resolve("mistake\(index)")
    #expect(answer.items[0].status < 0)
    let says = Self.mistakes[index].1
    #expect(answer.items[0].failure.contains(says), "\(answer.items[0].failure)")
  }

  @Test func whatIsReadInCMayBeAbsentAndOfAnyType() throws {
    let shared = try Self.shared.get()
    let answer = try shared.worker.resolve { batch in
      batch.add(BatchTraits(userInterfaceStyle: .dark, tint: 0))
      _ = batch.add(key: 1, name: "state.shop.color", value: .string("systemPink"))
      batch.addButton(
        shared.item("reads", state: .highlighted), configuration: [(.title, .text("Pay"))],
        traits: [])
    }
    #expect(try answer.value(.title) == .text("Pay"))
    #expect(try answer.value(.subtitle) == .text("sho"))
    #expect(try answer.value(.titleFontSize) == .number(17))
    #expect(try answer.value(.imagePadding) == .number(3))
    #expect(try answer.value(.isFullWidth) == .bool(false))
    #expect(try answer.value(.titleUnderline) == .bool(true))
    #expect(try answer.value(.backgroundColor) == .color(.rgba(0xFF37_5FFF)))
    for (written, read) in [(2.0, 2.0), (2.5, 3.0), (1e300, 3.0)] {
      let answer = try shared.worker.resolve { batch in
        batch.add(BatchTraits(userInterfaceStyle: .dark, tint: 0))
        _ = batch.add(key: 2, name: "state.shop.count", value: .double(written))
        batch.addButton(shared.item("reads"), configuration: [], traits: [])
      }
      #expect(try answer.value(.imagePadding) == .number(read), "\(written) is whole or not")
    }
  }

  @Test(arguments: [false, true]) func beingBusyIsABitBesideTheStateInC(_ isBusy: Bool) throws {
    let shared = try Self.shared.get()
    var item = shared.item("reads", state: .selected)
    item.isBusy = isBusy
    let answer = try shared.worker.resolve { $0.addButton(item) }
    #expect(try answer.value(.titleStrikethrough) == .bool(isBusy))
    #expect(try answer.value(.titleItalic) == .bool(true))
  }

  /// Whether there is a compiler for Rust that works.
  private static let hasRust =
    (try? Program.run("/bin/sh", ["-c", "rustc --version"]))?.end == .exited(0)

  @Test(.enabled(if: hasRust, "there is no rustc"))
  func colorsInRustAreComputedForEachDisplay() throws {
    let template = Products.source("Plugins/SDK/templates/rust")
    let source = """
      #[path = "\(template)/buttond.rs"]
      mod buttond;
      use buttond::*;
      use std::ffi::c_void;
      fn style(button: &Request) -> Result<(), Status> {
          let blue = Color::Named("systemBlue");
          button.set_background_color(blue.clone().darker(0.25))?;
          button.set_foreground_color(Color::Named("systemPink"))?;
          button.set_title_color(blue.clone().opacity(0.6))?;
          button.set_background_stroke_color(blue.clone().with_alpha(0.3))?;
          button.set_base_background_color(blue.mixed(Color::Named("#FFF"), 0.5))?;
          button.set_base_foreground_color(Color::light_dark(Color::Rgba(0x1111_11FF), Color::Named("systemPink")))?;
          button.set_background_shadow_color(Color::Rgba(0x1020_4080).opacity(0.5))?;
          button.set_title(None)?;
          if button.is_dark() {
              button.set_title_runs(&[
                  TextRun {
                      text: "a\\"\\\\\\n\\u{1}é", color: Some(Color::Named("systemPink")),
                      font_weight: Some(FontWeight::Bold), italic: true, ..Default::default()
                  },
                  TextRun {
                      text: "b", color: Some(Color::Named("systemBlue").opacity(0.5)), underline: true,
                      strikethrough: true, ..Default::default()
                  },
                  TextRun { text: "c", link: Some("https://example.com"), ..Default::default() },
              ])?;
          }
          button.set_subtitle(Some("sub"))?;
          button.set_title_font_weight(FontWeight::Heavy)?;
          button.set_subtitle_text_style(TextStyle::Caption2)?;
          button.set_subtitle_font_design(FontDesign::Default)?;
          button.set_title_font_design(FontDesign::Monospaced)?;
          button.set_title_italic(true)?;
          button.set_title_underline(button.is_highlighted() && !button.is_selected())?;
          button.set_title_strikethrough(button.is_busy() && button.is_enabled())?;
          button.set_title_font_transformer("scale(1.5) italic")?;
          // Whole, whether it was written 1 or 1.0: 30.5 is not.
          let size = button.integer("state.shop.size").unwrap_or(-1);
          let broken = button.integer(button.key("state.shop.broken")).unwrap_or(0);
          button.set_image_size((size + broken) as f64)?;
          button.set_image_weight(FontWeight::Light)?;
          button.set_image_rendering_mode(ImageRenderingMode::Original)?;
          button.set_progress(0.25)?;
          button.set_progress_color(Color::Named("systemGreen"))?;
          button.show_press(0.5, 0.9)
      }
      extern "C" fn create(host: &'static Host, state: &mut *mut Host) -> Status {
          *state = host as *const Host as *mut Host;
          OK
      }
      extern "C" fn resolve(host: &Host, _: Key, request: *mut c_void) -> Status {
          style(&Request::new(host, request)).err().unwrap_or(OK)
      }
      static PLUGIN: Plugin<Host> = Plugin {
          size: std::mem::size_of::<Plugin<Host>>() as u32, abi_major: 1, abi_minor: 0, flags: 0,
          id: b"org.example.test\\0".as_ptr().cast(), version: b"1.0\\0".as_ptr().cast(),
          create, destroy: None, resolve, get_extension: None,
      };
      #[no_mangle]
      pub extern "C" fn buttond_plugin_v1(host: &AbiInfo) -> *const c_void {
          if host.is_known() { std::ptr::addr_of!(PLUGIN).cast() } else { std::ptr::null() }
      }
      """
    let compilation = Compilation(
      [
        "rustc", "-D", "warnings", "--edition", "2021", "--crate-type", "cdylib", "-C",
        "panic=abort",
      ], [("plugin.rs", source)],
      included: ["buttond.rs", "properties.rs"].map { "\(template)/\($0)" })
    let plugin = CPlugin(path: try compilation.file())
    let answer = try Self.resolve(
      "a", by: SharedWorker(plugin, ["a"]), isBusy: true,
      state: [("shop.size", 30), ("shop.broken", 30.5)])
    try Self.expectColors(answer)
    #expect(try answer.value(.titleUnderline) == .bool(true))
    #expect(try answer.value(.titleStrikethrough) == .bool(true))
    guard case .text(let json)? = try answer.value(.titleRuns, 0, 1) else {
      Issue.record("no runs")
      return
    }
    var runs = Self.runs
    runs[1].color = .rgba(0x0A84_FF80)
    #expect(try TextRun.runs(json) == runs)
  }
}
