import ButtonModel
import PluginChannel
import TestSupport
import Testing

/// What a plugin may read, what it gets, and what the daemon learns of it.
@Suite(.serialized, .blocking) struct WorkerReadTests {
  /// What the tests' styles read. The first puts into the title what it reads under the name that the
  /// parameter `name` says.
  private static let bodies: KeyValuePairs = [
    "reader": """
    btn_value name;
    char text[300];
    if (get(request, "button.parameters.name", &name) != BTN_OK) return -1;
    snprintf(text, sizeof text, "%.*s", (int)name.len, name.as.s);
    say(request, text, &value);
    """,
    "hovered": """
    get(request, "button.isHighlighted", &value);
    get(request, "button.isHovered", &value);
    get(request, "button.isHovered", &value);
    """,
    "twice": """
    get(request, "state.shop.a", &value);
    get(request, "state.shop.a", &value);
    get(request, "state.shop.b", &value);
    """,
    "texts": """
    btn_value before, effect;
    get(request, "button.title", &before);
    get(request, "button.titleColorTransformer", &effect);
    for (int i = 0; i < 3; i++) set_text(request, "subtitle", "0123456789");
    set_text(request, "title", "new");
    get(request, "button.title", &value);
    char text[100];
    snprintf(text, sizeof text, "%.*s %.*s %.*s", (int)before.len, before.as.s,
             (int)value.len, value.as.s, (int)effect.len, effect.as.s);
    set_text(request, "accessibilityLabel", text);
    """,
  ]

  private static func start() throws -> SharedWorker { try SharedWorker(bodies) }

  nonisolated(unsafe) private static let shared = Lasting.made { try start() }

  /// The worker whose first style reads what it is told to. What it was told of a key stays: each test has
  /// names and numbers of its own.
  private func reader() throws -> WorkerFixture { try Self.shared.get().worker }

  private func parameters(_ name: String) -> [Parameter] {
    [Parameter(name: "name", value: .string(UTF8String(name)))]
  }

  private func title(_ answer: Answer, _ pass: Int = 0) throws -> String {
    guard case .text(let text)? = try answer.value(.title, 0, pass) else { return "nothing" }
    return text.string
  }

  @Test func aStateKeyIsReadFromTheReplicaAndRecorded() throws {
    let worker = try reader()
    let name = parameters("state.shop.items")
    func resolve(_ keyName: UTF8String?, _ value: StateValue?) throws -> Answer {
      try worker.resolve { batch in
        batch.add(BatchTraits(tint: 0))
        _ = batch.add(key: 9, name: keyName, value: value)
        batch.addButton(parameters: name, traits: [])
      }
    }
    let absent = try worker.resolve { $0.addButton(parameters: name) }
    #expect(try title(absent) == "status 1")
    #expect(absent.reads() == ["state.shop.items"], "absent is a dependency by name")
    let present = try resolve("state.shop.items", .int(3))
    #expect(try title(present) == "2:3")
    #expect(present.reads() == ["#9"], "announced: a dependency by number")
    let changed = try resolve(nil, .string("many, and longer than before"))
    #expect(try title(changed) == "4:many, and longer than before")
    let removed = try resolve(nil, nil)
    #expect(try title(removed) == "status 1")
    #expect(removed.reads() == ["#9"])
  }

  @Test func aNumberMayComeToStandForAnotherName() throws {
    let worker = try reader()
    func resolve(
      _ name: String, _ keys: (inout BatchEncoder) -> Void = { _ in }
    ) throws -> Answer {
      try worker.resolve { batch in
        batch.add(BatchTraits(tint: 0))
        keys(&batch)
        batch.addButton(parameters: parameters("state.shop.\(name)"), traits: [])
      }
    }
    _ = try resolve("sugar") { batch in
      _ = batch.add(key: 91, name: "state.shop.sugar", value: .int(3))
      _ = batch.add(key: 92, name: "state.shop.unread", value: .int(3))
    }
    let absent = try resolve("sugar") { batch in
      _ = batch.add(key: 91, name: nil, value: nil)
      #expect(batch.forget(key: 91) && batch.forget(key: 92))
      _ = batch.add(key: 91, name: "state.shop.unread", value: .int(4))
      _ = batch.add(key: 92, name: "state.shop.milk", value: .int(5))
    }
    #expect(try title(absent) == "status 1")
    #expect(absent.reads() == ["state.shop.sugar"], "by name again")
    let unread = try resolve("unread")
    #expect(try title(unread) == "2:4" && unread.reads() == ["#91"])
    let milk = try resolve("milk")
    #expect(try title(milk) == "2:5" && milk.reads() == ["#92"])
  }

  @Test func everyTypeOfStateArrives() throws {
    let worker = try reader()
    let values: [(StateValue, String)] = [
      (.null, "0:0"), (.bool(true), "1:1"), (.int(.min), "2:-9223372036854775808"),
      (.double(0.5), "3:0.5"), (.string("é"), "4:é"), (.json("[1]"), "6:[1]"), (.string(""), "4:"),
    ]
    for (value, says) in values {
      let answer = try worker.resolve { batch in
        batch.add(BatchTraits(tint: 0))
        _ = batch.add(key: 1, name: "state.shop.any", value: value)
        batch.addButton(parameters: parameters("state.shop.any"), traits: [])
      }
      #expect(try title(answer) == says)
    }
  }

  @Test func aBatchMayCarryStateAlone() throws {
    let worker = try reader()
    let empty = try worker.resolve { batch in
      _ = batch.add(key: 2, name: "state.shop.alone", value: .int(7))
    }
    #expect(empty.items.isEmpty)
    let answer = try worker.resolve { batch in
      batch.addButton(parameters: parameters("state.shop.alone"))
    }
    #expect(try title(answer) == "2:7")
  }

  @Test func whetherAPointerIsOverTheButtonIsADependency() throws {
    let shared = try Self.shared.get()
    let answer = try shared.worker.resolve { batch in
      batch.addButton(shared.item("hovered", handle: 1))
      batch.addButton(shared.item("hovered", handle: 2, hasHandler: true))
    }
    #expect(answer.reads(0) == ["button.isHovered"] && answer.reads(1) == ["button.isHovered"])
  }

  @Test func readingTwiceIsOneDependency() throws {
    let shared = try Self.shared.get()
    let answer = try shared.worker.resolve { batch in
      batch.addButton(shared.item("twice", handle: 1))
      batch.addButton(shared.item("twice", handle: 2, hasHandler: true))
    }
    #expect(answer.reads(0) == ["state.shop.a", "state.shop.b"])
    #expect(answer.reads(1) == ["state.shop.a", "state.shop.b"])
    #expect(answer.decoder.newNames.count == 2, "a name travels once in an answer")
  }

  @Test func stateOutsideTheManifestIsDeniedAndNotRecorded() throws {
    let answer = try reader().resolve { batch in
      batch.addButton(parameters: parameters("state.secret"))
    }
    #expect(try title(answer) == "status -6")
    #expect(answer.reads().isEmpty)
  }

  @Test func aNameThatIsDeniedIsLoggedOnce() throws {
    let worker = try Self.start().worker
    for _ in 0..<2 {
      _ = try worker.resolve { batch in
        for name in ["state.secret", "state.hidden", "theme.secret"] {
          batch.addButton(parameters: parameters(name))
        }
      }
    }
    let advice = "cannot be read: add it to reads in plugin.json"
    #expect(
      worker.logs
        == ["state.secret", "state.hidden"].map {
          LogFrame(level: .warning, message: UTF8String("\($0) \(advice)"))
        })
  }

  @Test func aThemeTokenIsUnsetAndRecorded() throws {
    let answer = try reader().resolve { batch in
      batch.addButton(parameters: parameters("theme.button.radius"))
    }
    #expect(try title(answer) == "status 1")
    #expect(answer.reads() == ["theme.button.radius"])
  }

  @Test(
    arguments: [
      (.double(6), "3:6"), (.string("Inter"), "4:Inter"), (.json("[\"#010203FF\"]"), "5:010203FF"),
      (.json("[1]"), "6:[1]"), (.json("[\"#010203ff\"]"), "6:[\"#010203ff\"]"),
      (nil, "status 1"),
    ] as [(StateValue?, String)])
  func aThemeTokenIsReadLikeState(value: StateValue?, says: String) throws {
    let worker = try reader()
    func read(_ name: UTF8String?) throws -> Answer {
      try worker.resolve { batch in
        for traits in Self.displays { batch.add(traits) }
        _ = batch.add(key: 4, name: name, value: value)
        batch.addButton(
          BatchItem(handle: 42, style: 0, traitMask: 0b11),
          parameters: parameters("theme.button.radius.default"), traits: [])
      }
    }
    for answer in [try read("theme.button.radius.default"), try read(nil)] {
      #expect(try title(answer) == says)
      #expect(answer.reads() == ["#4"])
      #expect(!answer.items[0].readsTraits)
      #expect(answer.items[0].passes.count == 1)
    }
  }

  @Test func aThemesColourWithADarkMemberIsATrait() throws {
    let worker = try reader()
    func read(_ value: StateValue) throws -> Answer {
      try worker.resolve { batch in
        for traits in Self.displays { batch.add(traits) }
        _ = batch.add(key: 5, name: "theme.button.primary.primary", value: value)
        batch.addButton(
          BatchItem(handle: 42, style: 0, traitMask: 0b11),
          parameters: parameters("theme.button.primary.primary"), traits: [])
      }
    }
    let both = try read(.json("[\"#010203FF\",\"#0A0B0C80\"]"))
    #expect(both.items[0].readsTraits)
    #expect(both.reads() == ["#5"])
    #expect(try title(both) == "5:010203FF")
    #expect(try title(both, 1) == "5:0A0B0C80")
    let one = try read(.json("[\"#FFFFFFFF\"]"))
    #expect(!one.items[0].readsTraits, "the dark member went with the old theme")
    #expect(try title(one) == "5:FFFFFFFF")
  }

  @Test func jsonOfTheStateIsNoColour() throws {
    let answer = try reader().resolve { batch in
      batch.add(BatchTraits(tint: 0))
      _ = batch.add(key: 3, name: "state.shop.paint", value: .json("[\"#010203FF\"]"))
      batch.addButton(parameters: parameters("state.shop.paint"), traits: [])
    }
    #expect(try title(answer) == "6:[\"#010203FF\"]")
  }

  @Test func anUnknownNameIsAnErrorThatHarmsNothing() throws {
    let names = [
      "nonsense", "state", "state.", "state.a b", "button.nonsense", "env.nonsense",
      "env.color.nonsense", "title", "style.a", "button.parameters.", "x-nodots",
    ]
    let answer = try reader().resolve { batch in
      for name in names { batch.addButton(parameters: parameters(name)) }
    }
    for (index, name) in names.enumerated() {
      #expect(try answer.value(.title, index) == .text("status -3"), "\(name)")
    }
  }

  /// What a button is, by the names of the header.
  private static let reads: [(name: String, says: String)] = [
    ("button.id", "4:shop.pay"), ("button.handle", "2:42"), ("button.role", "4:destructive"),
    ("button.isEnabled", "1:0"), ("button.isHighlighted", "1:1"), ("button.isSelected", "1:0"),
    ("button.isFocused", "1:0"), ("button.isBusy", "1:1"), ("button.isHovered", "1:1"),
    ("button.parameters.count", "2:5"),
    ("button.parameters.missing", "status 1"), ("button.title", "4:Pay"),
    ("button.attributedTitle", "4:Pay"), ("button.subtitle", "4:now"),
    ("button.attributedSubtitle", "4:now"), ("button.image", "status 1"),
    ("button.titlePadding", "3:2.5"), ("button.cornerStyle", "4:capsule"),
    ("button.showsActivityIndicator", "1:1"), ("button.baseForegroundColor", "5:102030FF"),
    ("button.titleColorTransformer", "4:darker(0.25)"),
    ("button.background.strokeColorTransformer", "4:constant(#FF0000FF)"),
    ("env.nowMs", "2:1234567"),
  ]

  @Test func theButtonCanBeRead() throws {
    let item = BatchItem(
      handle: 42, state: [.highlighted, .disabled], isBusy: true, isHovered: true,
      role: .destructive, style: 0)
    let answer = try reader().resolve { batch in
      for (name, _) in Self.reads {
        batch.addButton(
          item, parameters: [Parameter(name: "count", value: .int(5))] + parameters(name),
          configuration: [
            (.title, .text("Pay")),
            (.attributedSubtitle, .attributedText(AttributedText(text: "now"))),
            (.titlePadding, .number(2.5)), (.cornerStyle, .choice(5)),
            (.showsActivityIndicator, .bool(true)),
            (.baseForegroundColor, .color(.rgba(0x1020_30FF))),
            (.titleColorTransformer, .effect(.darker(0.25))),
            (.strokeColorTransformer, .effect(.constant(.rgba(0xFF00_00FF)))),
          ])
      }
    }
    for (index, (name, says)) in Self.reads.enumerated() {
      #expect(try answer.value(.title, index) == .text(UTF8String(says)), "\(name)")
      #expect(!answer.items[index].readsTraits)
      #expect(answer.reads(index) == (name == "button.isHovered" ? [name] : []))
    }
  }

  private static let displays = [
    BatchTraits(tint: 0x1111_11FF),
    BatchTraits(
      userInterfaceStyle: .dark, contrast: .high, contentSize: .ax5,
      layoutDirection: .rightToLeft, tint: 0x2222_22FF,
      locale: LanguageTag("zh-hant-tw") ?? .english,
      reduceMotion: true, boldText: true),
  ]

  /// What depends on the display, and what it is on the two.
  private static let traitReads: [(name: String, first: String, second: String)] = [
    ("env.userInterfaceStyle", "4:light", "4:dark"), ("env.contrast", "4:normal", "4:high"),
    ("env.contentSize", "4:L", "4:AX5"),
    ("env.layoutDirection", "4:leftToRight", "4:rightToLeft"),
    ("env.tint", "5:111111FF", "5:222222FF"), ("env.locale", "4:en", "4:zh-Hant-TW"),
    ("env.reduceMotion", "1:0", "1:1"), ("env.boldText", "1:0", "1:1"),
    ("env.color.systemBlue", "5:007AFFFF", "5:409CFFFF"),
    ("env.color.tint", "5:111111FF", "5:222222FF"),
    ("button.baseForegroundColor", "5:007AFFFF", "5:409CFFFF"),
    ("button.baseBackgroundColor", "5:01010101", "5:04040404"),
  ]

  @Test func readingATraitGivesOnePassForEachTraitSet() throws {
    let dynamic = DynamicColor(light: 0x0101_0101, dark: 0x0202_0202, highContrastDark: 0x0404_0404)
    let answer = try reader().resolve { batch in
      for (name, _, _) in Self.traitReads {
        batch.addButton(
          BatchItem(handle: 1, style: 0, traitMask: 0b11), parameters: parameters(name),
          configuration: [
            (.baseForegroundColor, .color(.named(.systemBlue))),
            (.baseBackgroundColor, .color(.dynamic(dynamic))),
          ],
          traits: Self.displays)
      }
    }
    for (index, (name, first, second)) in Self.traitReads.enumerated() {
      #expect(answer.items[index].readsTraits, "\(name)")
      #expect(answer.items[index].passes.count == 2, "\(name)")
      #expect(try answer.value(.title, index, 0) == .text(UTF8String(first)), "\(name)")
      #expect(try answer.value(.title, index, 1) == .text(UTF8String(second)), "\(name)")
    }
  }

  @Test func onePassServesAllTraitSetsWhenNoTraitIsRead() throws {
    let answer = try reader().resolve { batch in
      batch.addButton(
        BatchItem(handle: 1, style: 0, traitMask: 0b11), parameters: parameters("button.id"),
        traits: Self.displays)
    }
    #expect(!answer.items[0].readsTraits)
    #expect(answer.items[0].passes.count == 1)
  }

  @Test func aMaskPicksItsTraitSets() throws {
    let answer = try reader().resolve { batch in
      batch.addButton(
        BatchItem(handle: 1, style: 0, traitMask: 0b10), parameters: parameters("env.tint"),
        traits: Self.displays)
    }
    #expect(answer.items[0].passes.count == 1)
    #expect(try title(answer) == "5:222222FF")
  }

  @Test func textsStayWhereTheyAreUntilTheCallEnds() throws {
    let shared = try Self.shared.get()
    let answer = try shared.worker.resolve { batch in
      batch.addButton(
        shared.item("texts"),
        configuration: [
          (.title, .text("old")), (.titleColorTransformer, .effect(.grayscale)),
        ])
    }
    #expect(try answer.value(.accessibilityLabel) == .text("old new grayscale"))
  }
}
