import ButtonModel
import ButtonResolver
import Testing

/// What design tools and design systems write is read, or refused with a sentence that says what to do.
struct ThemeExportTests {
  /// An export, which stays as it is, goes before a file that maps its tokens to those of buttons.
  @Test(arguments: [
    // Primer: lengths as objects, scopes for Figma, types of its own, colours over others.
    (
      ##"""
      {"base": {"color": {"blue": {"5": {"$value": "#0969da", "$type": "color",
          "$extensions": {"org.primer.figma": {"collection": "base", "scopes": ["all"]}}}}},
        "size": {"16": {"$value": {"value": 16, "unit": "px"}, "$type": "dimension"}}},
       "viewportRange": {"narrow": {"$value": "(max-width: 767px)", "$type": "custom-viewportRange"}}}
      """##, "base.color.blue.5", ##"["#0969DAFF"]"##,
      ["viewportRange.narrow: is left out: there is no type 'custom-viewportRange'"]
    ),
    // Carbon: an own token beside its group's, layers by alias.
    (
      ##"""
      {"color": {"$type": "color", "blue": {"60": {"$value": {"colorSpace": "srgb",
          "components": [0.0588, 0.3843, 0.9961], "hex": "#0f62fe"}}},
        "interactive": {"$root": {"$value": "{color.blue.60}"}, "hover": {"$ref": "#/color/blue/60"}}}}
      """##, "color.interactive.$root", ##"["#0F62FEFF"]"##, []
    ),
    // Spectrum as Design Tokens: a set for each colour scheme, of which the file has one, and uuids.
    (
      ##"""
      {"blue-900": {"$type": "color", "$value": "rgb(59, 99, 251)", "uuid": "1"},
       "accent": {"$type": "color", "$value": "#3b63fb", "uuid": "2"},
       "corner": {"$type": "dimension", "$value": "4dp", "uuid": "3"}}
      """##, "accent", ##"["#3B63FBFF"]"##,
      [
        "blue-900: 'uuid' is ignored, here and in accent and corner: it is not known here",
        "blue-900: is left out: 'rgb(59, 99, 251)' is not a colour: write #RRGGBB, #RRGGBBAA or #RGB",
        ##"corner: is left out: '4dp' must be a dimension such as "6px" or {"value": 6, "unit": "px"}"##,
      ]
    ),
    // Red Hat: colours of oklch, lists of values for light and dark, percentages.
    (
      ##"""
      {"color": {"$type": "color", "brand": {"red": {"$root": {"$value": "#ee0000", "$description": "red-50"},
          "on-light": {"$value": {"colorSpace": "oklch", "components": [0.6, 0.1, 250]}}}},
        "text": {"$value": ["{color.brand.red.on-light}", "{color.brand.red.on-dark}"]}},
       "opacity": {"$type": "number", "10": {"$value": "10%"}}}
      """##, "color.brand.red.on-light", ##"["#4F84BAFF"]"##,
      [
        ##"color.text: is left out: must be a colour: "#RRGGBB", "#RRGGBBAA" or {"colorSpace": "srgb", "components": [r, g, b]}"##,
        "opacity.10: is left out: must be a number",
      ]
    ),
    // Material: references to another layer that is another file, and tones.
    (
      ##"""
      {"md": {"ref": {"palette": {"$type": "color", "primary40": {"$value": "#6750a4"}}},
        "sys": {"color": {"primary": {"$value": "{md.ref.palette.primary40}"},
          "secondary": {"$value": "{md.ref.palette.secondary40}"}, "error": {"$value": "{md.ref.palette.error40}"}}}}}
      """##, "md.sys.color.primary", ##"["#6750A4FF"]"##,
      [
        "md.sys.color.secondary: is left out, and so is md.sys.color.error: 'md.ref.palette.secondary40' "
          + "does not exist; did you mean 'md.ref.palette.primary40'?"
      ]
    ),
    // Variables of Figma: numbers for lengths, texts, switches, names with dots and spaces.
    (
      ##"""
      {"Brand Colors": {"Blue 500": {"$type": "color", "$value": "#3366ff", "$scopes": ["ALL"]}},
       "Space": {"0.5": {"$type": "dimension", "$value": 2}, "lg": {"$type": "dimension", "$value": 24, "$scopes": []}},
       "flags": {"round": {"$type": "boolean", "$value": true}, "label": {"$type": "string", "$value": "Buy"}}}
      """##, "Brand Colors.Blue 500", ##"["#3366FFFF"]"##,
      [
        "Brand Colors.Blue 500: '$scopes' is ignored, here and in Space.lg: it is not known here",
        "Space.0.5: is left out: a name must not be empty or contain '.', '{' or '}', nor begin with '$'",
        ##"Space.lg: is left out: must be a dimension such as "6px" or {"value": 6, "unit": "px"}"##,
        "flags.round: is left out: there is no type 'boolean'",
        "flags.label: is left out: there is no type 'string'",
        "Brand Colors.Blue 500: is left out: plugins read paths of A–Z, a–z, 0–9, _ and - with dots between "
          + "them, at most 255 bytes and 16 names",
      ]
    ),
    // Tokens Studio, one set as a file: its types and its calculations.
    (
      ##"""
      {"colors": {"accent": {"$type": "color", "$value": "#22aa66"}},
       "radius": {"sm": {"$type": "borderRadius", "$value": "4"}},
       "space": {"sm": {"$type": "dimension", "$value": "4px"}, "md": {"$type": "dimension", "$value": "{space.sm} * 2"}}}
      """##, "colors.accent", ##"["#22AA66FF"]"##,
      [
        "radius.sm: is left out: there is no type 'borderRadius'",
        "space.md: is left out: '{space.sm} * 2' is not an alias: that is {group.token}, with nothing beside it",
      ]
    ),
    // Style Dictionary with $: what it adds to a token.
    (
      ##"""
      {"color": {"base": {"$type": "color", "$value": "#884400", "filePath": "a.json", "isSource": true,
        "original": {"value": "#840"}, "name": "ColorBase", "path": ["color", "base"]}}}
      """##, "color.base", ##"["#884400FF"]"##,
      [
        "color.base: 'filePath' is ignored: it is not known here",
        "color.base: 'isSource' is ignored: it is not known here",
        "color.base: 'original' is ignored: it is not known here",
        "color.base: 'name' is ignored: it is not known here",
        "color.base: 'path' is ignored: it is not known here",
      ]
    ),
  ])
  func anExportIsRead(export: String, path: String, value: String, warnings: [String]) {
    let mapped = ThemeFile(
      export, and: ##""button": {"primary": {"primary": {"$value": "{\##(path)}"}}}"##,
      filledFrom: .builtIn)
    #expect(mapped.errors.map(\.text) == [])
    #expect(mapped.theme["button.primary.primary"]?.value.text == value)
    // The last one is on what the built-in theme adds.
    #expect(mapped.warnings.map(\.text).dropLast() == warnings[...])
  }

  @Test(arguments: [
    // Tokens Studio with all sets in one file: aliases do not name the set.
    (
      ##"""
      {"global": {"blue": {"$type": "color", "$value": "#0000ff"}},
       "button": {"primary": {"primary": {"$type": "color", "$value": "{blue}"}}},
       "$themes": [], "$metadata": {"tokenSetOrder": ["global", "button"]}}
      """##, "button.primary.primary: 'blue' does not exist"
    ),
    // Tokens Studio, Spectrum and Style Dictionary without $.
    (
      ##"{"accent": {"value": "#0000ff", "type": "color"}, "size": {"value": "4px", "type": "dimension"}}"##,
      "accent: write $value and $type: the names of Design Tokens' own members begin with $ (so it is with size)"
    ),
    (
      ##"{"blue-900": {"$schema": "x", "value": "rgb(59, 99, 251)", "uuid": "1"}}"##,
      "blue-900: write $value: the names of Design Tokens' own members begin with $"
    ),
    // Material's theme builder, and its older package.
    (
      ##"{"seed": "#6750A4", "schemes": {"light": {"primary": "#65558F", "onPrimary": "#FFFFFF"}}}"##,
      "seed: must be a group or a token, an object with $value (so it is with schemes.light.primary and schemes.light.onPrimary)"
    ),
    (
      ##"{"dsp_spec_version": "0.93", "entities": [{"type": "font"}]}"##,
      "dsp_spec_version: must be a group or a token, an object with $value (so it is with entities)"
    ),
    // Variables of Figma as its interface gives them.
    (
      ##"[{"name": "blue", "resolvedType": "COLOR"}]"##, "must be an object of groups and tokens"
    ),
  ])
  func whatIsNoThemeIsRefusedWithASentence(export: String, text: String) {
    let read = ThemeFile(export, filledFrom: .builtIn)
    #expect(read.errors.map(\.text) == [text])
    if export.contains("$themes") {
      #expect(read.warnings.contains { $0.text.contains("are sets of Tokens Studio") })
    }
  }
}
