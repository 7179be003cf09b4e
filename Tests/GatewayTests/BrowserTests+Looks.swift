import Glibc
import TestSupport
import Testing

/// How buttons are drawn, and what screen readers get.
extension GatewayTests.BrowserTests {
  @Test func aButtonFillsTheBoxThatStylesGiveTheElement() throws {
    let rig = try Rig()
    let sizes = try rig.page.value(
      """
      (() => {
        const sizes = [];
        for (const style of ['width: 300px; height: 120px', 'display: block; height: 90px',
            'min-width: 250px; min-height: 100px', '']) {
          const button = find('gift');
          button.style.cssText = style;
          const outer = button.getBoundingClientRect();
          const inner = inside('gift', '.ground').getBoundingClientRect();
          const same = Math.abs(outer.width - inner.width) < 1
            && Math.abs(outer.height - inner.height) < 1;
          sizes.push(same ? 'filled' : `${outer.width}x${outer.height} ${inner.width}x${inner.height}`);
        }
        return sizes;
      })()
      """)
    #expect(sizes.elements.compactMap(\.string) == ["filled", "filled", "filled", "filled"])
    #expect(try rig.isClean())
  }

  @Test func aTextKeepsItsDirectionOnAPageOfTheOther() throws {
    let rig = try Rig()
    try rig.page.value("find('gift').setAttribute('traits', 'rightToLeft')")
    try rig.page.wait(
      for: "inside('gift', 'button').dir === 'rtl' && find('gift').dataset.state === 'live'")
    #expect(
      try rig.page.value("getComputedStyle(inside('gift', '.title')).direction").string == "ltr")
    #expect(try rig.isClean())
  }

  @Test func aWrongTraitIsAnEventAndALineOnTheConsole() throws {
    let rig = try Rig()
    try rig.page.value(
      """
      window.warnings = [];
      window.messages = [];
      console.warn = (text) => warnings.push(text);
      document.addEventListener('live-button-refused',
        (event) => messages.push(event.detail.reason + ': ' + event.detail.detail));
      find('gift').setAttribute('traits', 'drak XL #12345 systemPnik');
      """)
    try rig.page.wait(for: "warnings.length >= 3")
    let expected = [
      "traits: 'drak' is not known; did you mean 'dark'?", "traits: '#12345' is not known",
      "traits: 'systemPnik' is not known; did you mean 'systemPink'?",
    ]
    #expect(
      try rig.page.value("warnings").elements.compactMap(\.string)
        == expected.map { "live-button: \($0)" })
    #expect(
      try rig.page.value("messages").elements.compactMap(\.string)
        == expected.map { "invalidParams: \($0)" })
    // Drawn with the words that are right.
    try rig.page.wait(for: "find('gift').dataset.state === 'live'")
    try rig.page.wait(
      for: "seen.sent.some((message) => message.params?.traits?.contentSize === 'XL')")
    #expect(try rig.isClean())
  }

  @Test func partsOfATitleAreDrawnAndLinksAreSafe() throws {
    let rig = try Rig()
    let parts =
      #"[{"text":"Only "},{"text":"<b>3</b>","color":"systemRed","fontWeight":"bold","#
      + #""italic":true},{"text":" site","link":"https://example.com/?a=b"}]"#
    try rig.client.call(
      "buttons.patch", #"{"id":"gift","configuration":{"titleRuns":\#(parts)},"wait":"published"}"#)
    try rig.page.wait(for: "inside('gift', '.title').textContent === 'Only <b>3</b> site'")
    let drawn = try rig.page.value(
      """
      (() => {
        const runs = [...inside('gift', '.title').querySelectorAll('[part=run]')];
        const css = (run) => getComputedStyle(run);
        const link = inside('gift', 'a');
        return [runs.length, css(runs[1]).color, css(runs[1]).fontWeight, css(runs[1]).fontStyle,
          css(runs[0]).color === style('gift', '.title').color, link.href, link.target, link.rel,
          css(link).textDecorationLine, inside('gift', 'button').ariaLabel].map(String);
      })()
      """)
    #expect(
      drawn.elements.compactMap(\.string) == [
        "3", "rgb(255, 59, 48)", "700", "italic", "true", "https://example.com/?a=b", "_blank",
        "noopener noreferrer", "underline", "Only <b>3</b> site",
      ])
    // A click on a link is the link's and no press.
    let sent = try rig.page.value(
      """
      (() => {
        window.presses = 0;
        find('gift').addEventListener('live-button-press', () => presses++);
        const link = inside('gift', 'a');
        link.addEventListener('click', (event) => event.preventDefault());
        const options = { bubbles: true, composed: true, cancelable: true, button: 0, isPrimary: true };
        for (const name of ['pointerdown', 'pointerup']) link.dispatchEvent(new PointerEvent(name, options));
        link.click();
        return seen.sent.filter((message) => message.method?.startsWith('press.')).length;
      })()
      """)
    #expect(sent.int == 0)
    #expect(try rig.isClean())
  }

  @Test(arguments: [false, true])
  func imagesAndTextsMoveUnlessTheReaderWantsLittleToMove(isStill: Bool) throws {
    let rig = try Rig()
    func patch(_ configuration: String) throws {
      try rig.client.call(
        "buttons.patch",
        #"{"id":"gift","configuration":\#(configuration),"wait":"published"}"#)
    }
    if isStill { try rig.page.value("find('gift').setAttribute('traits', 'reduceMotion')") }
    try patch(
      #"{"title":"19","image":"star","symbolEffect":"pulse","contentTransition":"numericText"}"#)
    try rig.page.wait(for: "inside('gift', '.title').textContent === '19'")
    #expect(
      try rig.page.value("style('gift', '.image').animationName").string
        == (isStill ? "none" : "pulse"))
    try rig.page.value(
      """
      window.rolled = [];
      new MutationObserver(() => rolled.push(inside('gift', '.title').querySelectorAll('.letter').length
        + ' ' + inside('gift', '.title').getAnimations({ subtree: true }).length))
        .observe(inside('gift', '.title'), { childList: true });
      window.jumps = [];
      const image = inside('gift', '.image');
      new MutationObserver(() => jumps.push(`${image.dataset.effect} ${image.getAnimations().length}`))
        .observe(image, { attributeFilter: ['data-effect'] });
      """)
    try patch(#"{"title":"21","symbolEffect":"bounce","symbolEffectValue":"1"}"#)
    try rig.page.wait(for: "inside('gift', '.title').textContent === '21'")
    let first = try rig.page.value("rolled[0]").string
    // Both digits differ, and roll.
    #expect(first == (isStill ? "0 0" : "2 2"))
    let jumps = try rig.page.value("jumps.join()").string
    #expect(jumps == (isStill ? "" : "bounce 1"))
    // What was plain before is so again, once it has rolled.
    try rig.page.wait(for: "inside('gift', '.title').querySelectorAll('.letter').length === 0")
    #expect(try rig.isClean())
  }

  @Test func aStateChangeIsDrawnAtOnce() throws {
    let rig = try Rig()
    let set = try Program.run(
      InstalledPrefix().client,
      ["--socket", rig.daemon.socketPath, "state", "set", "checkout.itemCount", "3"])
    #expect(set.end == .exited(0))
    try rig.page.wait(for: "inside('checkout', '.title').textContent === 'Checkout 3'")
    #expect(
      try rig.page.value("style('checkout', '.ground').backgroundColor").string
        == "rgb(255, 45, 85)")
    #expect(try rig.isClean())
  }

  @Test func aButtonWhoseSourceIsGoneIsDimmedAndDescribedSo() throws {
    let rig = try Rig()
    let feeder = try Program(
      InstalledPrefix().client,
      [
        "--socket", rig.daemon.socketPath, "state", "set", "--lease", "desk", "liked=true",
      ])
    try rig.page.wait(for: "inside('like', 'button').ariaPressed === 'true'")
    feeder.kill(SIGKILL)
    try rig.page.wait(
      for: "inside('like', 'button').ariaDescription?.includes('what feeds liked is gone')")
    #expect(
      try rig.page.value("inside('like', 'button').getRootNode().host.hasAttribute('data-lost')")
        .text == "true")
    #expect(try rig.page.value("style('like', '.face').filter").string == "opacity(0.55)")
    #expect(try rig.isClean())
  }

  @Test func theDarkModeSwitchChangesTheTraits() throws {
    let rig = try Rig()
    let light = try rig.page.value("style('checkout', '.ground').backgroundColor").string
    try rig.page.value("document.querySelector('#theme [value=dark]').click()")
    try rig.page.wait(for: "style('checkout', '.ground').backgroundColor === 'rgb(255, 55, 95)'")
    #expect(light == "rgb(255, 45, 85)")
    #expect(
      try rig.page.value("getComputedStyle(document.body).backgroundColor").string
        == "rgb(17, 17, 19)")
    try rig.page.value("document.querySelector('#theme [value=auto]').click()")
    try rig.page.wait(for: "style('checkout', '.ground').backgroundColor === 'rgb(255, 45, 85)'")
    try rig.page.prefer("prefers-color-scheme", "dark")
    try rig.page.wait(for: "style('checkout', '.ground').backgroundColor === 'rgb(255, 55, 95)'")
    #expect(try rig.isClean())
  }

  @Test func thePagesLanguageAndTheReadersMotionAreTraits() throws {
    let rig = try Rig { try $0.prefer("prefers-reduced-motion", "reduce") }
    let sent = { (traits: String) in
      "seen.sent.some((message) => { const traits = message.params?.traits; return \(traits) })"
    }
    try rig.page.wait(for: sent("traits?.reduceMotion === true && traits.locale === 'en'"))
    try rig.page.value(
      "find('gift').setAttribute('lang', 'de-ch'); find('gift').setAttribute('traits', 'boldText')")
    try rig.page.wait(for: sent("traits?.boldText === true && traits.locale === 'de-ch'"))
    try rig.page.wait(for: "find('gift').appearance?.titleFontWeight === 'semibold'")
    #expect(try rig.isClean())
  }

  @Test func everyPropertyIsDrawn() throws {
    let rig = try Rig()
    try rig.client.call(
      "buttons.define",
      """
      {"buttons": [{"id": "all", "style": "filled", "configuration": {
        "title": "Title", "subtitle": "Subtitle", "image": "cart", "imagePlacement": "trailing",
        "subtitleLineBreakMode": "byTruncatingTail",
        "imagePadding": 9, "titlePadding": 4, "titleAlignment": "trailing", "indicator": "popup",
        "contentInsets": {"top": 3, "leading": 11, "bottom": 5, "trailing": 13},
        "cornerStyle": "capsule", "background": {"strokeColor": "#112233", "strokeWidth": 2,
        "strokeOutset": 3, "backgroundColor": "#445566"}, "baseForegroundColor": "#FFEEDD"}},
       {"id": "circle", "style": "filled", "configuration": {"title": "A long title", "borderShape": "circle"}},
       {"id": "plus", "style": "filled", "configuration": {"title": "+", "borderShape": "circle",
        "contentInsets": {"top": 40, "leading": 2, "bottom": 40, "trailing": 2}}},
       {"id": "spin", "style": "gray", "configuration": {"title": "Wait", "image": "cart",
        "showsActivityIndicator": true}},
       {"id": "symbol", "style": "gray", "configuration": {"title": "Like", "image": "heart",
        "imageSize": 42, "imageWeight": "bold", "imageRenderingMode": "original",
        "imageColorTransformer": {"alpha": 0.5}}},
       {"id": "fonts", "style": "gray", "configuration": {"title": "11", "subtitle": "Sub",
        "titleTextStyle": "title", "titleFontWeight": "bold", "titleFontDesign": "monospaced",
        "titleItalic": true, "titleMonospacedDigits": true, "subtitleTextStyle": "largeTitle", "subtitleFontWeight": "thin",
        "subtitleFontDesign": "serif", "subtitleItalic": true}},
       {"id": "lines", "style": "gray", "configuration": {"title": "One\\ntwo\\nthree", "titleLineLimit": 2}},
       {"id": "round", "style": "gray", "configuration": {"title": "11", "titleFontDesign": "rounded"}},
       {"id": "picture", "style": "gray", "configuration": {"title": "A", "image": "brand",
        "imageSize": 30, "imageRenderingMode": "original"}},
       {"id": "stencil", "style": "gray", "configuration": {"title": "A", "image": "brand"}}],
       "wait": "published"}
      """.replacing("\n", with: " "))
    try rig.page.waitForLive("all")
    for id in [
      "spin", "circle", "plus", "symbol", "fonts", "lines", "round", "picture", "stencil",
    ] {
      try rig.page.waitForLive(id)
    }
    for id in ["picture", "stencil"] {
      try rig.page.value("find('\(id)').setAttribute('images', 'icons/'); find('\(id)').refresh()")
      try rig.page.wait(for: "inside('\(id)', '.picture') !== null")
    }
    let box =
      "(id => { const b = inside(id, '.ground').getBoundingClientRect();"
      + " return `${Math.abs(b.width - b.height) < 0.5} ${b.width > 60}` })"
    let expected = [
      ("\(box)('circle')", "true true"), ("\(box)('plus')", "true true"),
      ("style('all', '.ground').backgroundColor", "rgb(68, 85, 102)"),
      ("style('all', '.ground').borderRadius", "9999px"),
      ("style('all', '.stroke').borderTopColor", "rgb(17, 34, 51)"),
      ("style('all', '.stroke').borderTopWidth", "2px"),
      ("style('all', '.stroke').top", "-3px"),
      ("style('all', '.content').padding", "3px 13px 5px 11px"),
      ("style('all', '.title').color", "rgb(255, 238, 221)"),
      ("style('all', '.body').flexDirection", "row-reverse"),
      ("style('all', '.body').columnGap", "9px"),
      ("style('all', '.texts').rowGap", "4px"),
      ("style('all', '.texts').alignItems", "end"),
      ("inside('all', '.subtitle').textContent", "Subtitle"),
      ("style('all', '.subtitle').textOverflow", "ellipsis"),
      ("style('all', '.title').textOverflow", "clip"),
      ("String(inside('all', '.image svg') !== null)", "true"),
      ("String(inside('all', '.indicator svg') !== null)", "true"),
      ("style('spin', '.image svg').animationName", "spin"),
      ("String(inside('spin', '.image').querySelectorAll('path').length)", "8"),
      ("style('fonts', '.title').fontSize", "28px"),
      ("style('fonts', '.title').fontWeight", "700"),
      ("style('fonts', '.title').fontFamily.split(',')[0]", "ui-monospace"),
      ("style('fonts', '.title').fontStyle", "italic"),
      ("style('fonts', '.title').fontVariantNumeric", "tabular-nums"),
      ("style('fonts', '.title').lineHeight", "34px"),
      ("style('fonts', '.subtitle').fontSize", "34px"),
      ("style('fonts', '.subtitle').fontWeight", "200"),
      ("style('fonts', '.subtitle').fontFamily.split(',')[0]", "ui-serif"),
      ("style('fonts', '.subtitle').fontStyle", "italic"),
      ("style('fonts', '.subtitle').fontVariantNumeric", "normal"),
      ("style('fonts', '.subtitle').lineHeight", "41px"),
      ("String(Math.round(inside('lines', '.title').offsetHeight / 22))", "2"),
      ("style('round', '.title').fontFamily.split(',')[0]", "ui-rounded"),
      ("style('all', '.title').fontStyle", "normal"),
      ("String(style('all', '.title').fontFamily === style('all', 'button').fontFamily)", "true"),
      ("style('symbol', '.image svg').width", "42px"),
      ("style('symbol', '.image path').strokeWidth", "3px"),
      ("style('symbol', '.image path').stroke", "rgb(255, 45, 85)"),
      ("String(Math.round(style('symbol', '.image svg').opacity * 100))", "50"),
      ("style('all', '.image path:last-child').stroke", "rgb(255, 238, 221)"),
      ("style('all', '.image path:last-child').strokeWidth", "2px"),
      ("style('picture', '.picture').width", "30px"),
      ("style('picture', '.picture').maskImage", "none"),
      ("String(style('picture', '.picture').backgroundImage.startsWith('url('))", "true"),
      ("String(style('stencil', '.picture').maskImage.startsWith('url('))", "true"),
      ("style('stencil', '.picture').backgroundImage", "none"),
    ]
    for (expression, value) in expected {
      #expect(try rig.page.value(expression).string == value, "\(expression)")
    }
  }

  /// Also where the folder of images is the page's own, and the name begins as an address does.
  @Test(arguments: ["", "icons/", "/icons/", "?name="])
  func anImageNameNeverLeadsToAnotherHost(images: String) throws {
    let rig = try Rig()
    let names = [
      "//host.invalid/x", "/\\\\host.invalid/x", "https://host.invalid/x", "../../x",
      "x\\\"), url(\\\"//y",
      "javascript:x", "\\n//host.invalid/x", "data:image/svg+xml,x",
    ]
    let buttons = names.enumerated().map { index, name in
      #"{"id":"image\#(index)","style":"plain","configuration":{"image":"\#(name)","#
        + #""background":{"image":"\#(name)"}}}"#
    }
    try rig.client.call(
      "buttons.define", #"{"buttons":[\#(buttons.joined(separator: ","))],"wait":"published"}"#)
    let places = [
      "inside(id, '.ground').style.backgroundImage",
      "inside(id, '.picture').style.getPropertyValue('--picture')",
    ]
    for index in names.indices {
      let id = "image\(index)"
      try rig.page.waitForLive(id)
      try rig.page.value("find('\(id)').setAttribute('images', '\(images)')")
      for place in places {
        let address = place.replacing("id,", with: "'\(id)',")
        try rig.page.wait(for: "\(address).startsWith('url(')")
        // One address, in the folder that the page chose.
        let found = try rig.page.value(
          "(/^url\\(\"([^\"\\\\]*)\"\\)$/.exec(\(address)) ?? [])[1] ?? ''")
        let start = try rig.page.value("new URL('\(images)', document.baseURI).href")
        let rest = (found.string ?? "").dropFirst((start.string ?? "").count)
        #expect(found.string?.hasPrefix(start.string ?? "?") == true, "\(names[index])")
        #expect(!rest.isEmpty && !rest.contains("/"), "\(names[index]): \(found.string ?? "")")
      }
    }
    let hosts = try rig.page.value(
      "performance.getEntriesByType('resource').map((e) => new URL(e.name).host)"
        + ".filter((host) => host !== location.host)")
    #expect(hosts.elements.isEmpty)
  }

  @Test func screenReadersGetRolesNamesAndStates() throws {
    let rig = try Rig()
    func button(_ name: String) throws -> AccessibleButton {
      let all = try rig.page.accessibleButtons()
      guard let found = all.first(where: { $0.name == name }) else {
        throw TestFailure("no button is called \(name): \(all.map(\.name))")
      }
      return found
    }
    #expect(try button("Add Item").role == "button")
    let pay = try button("Pay now")
    #expect(pay.description.contains("Takes the card"))
    #expect(pay.properties["disabled"] == "true")
    try rig.client.call(
      "state.set", #"{"values":{"open":true,"paying":true,"liked":true},"wait":"published"}"#)
    try rig.page.wait(for: "inside('pay', 'button').ariaBusy === 'true'")
    #expect(try button("Pay now").properties["busy"] == "1")
    try rig.page.wait(for: "inside('like', 'button').ariaPressed === 'true'")
    let like = try button("Like")
    #expect(like.role == "ToggleButton" || like.properties["pressed"] == "\"true\"")
    try rig.client.call(
      "state.set", #"{"values":{"liked":false,"paying":false},"wait":"published"}"#)
    try rig.page.wait(for: "inside('like', 'button').ariaPressed === 'false'")
    try rig.page.wait(for: "inside('pay', 'button').ariaBusy !== 'true'")
    #expect(try button("Pay now").properties["disabled"] != "true")
  }
}
