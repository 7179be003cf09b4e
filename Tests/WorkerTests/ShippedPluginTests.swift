import ButtonModel
import CPlatform
import PluginChannel
import TestSupport
import Testing

/// The plugins of this repository, in a real worker.
@Suite(.serialized, .blocking) struct ShippedPluginTests {
  private func checkout() throws -> WorkerFixture {
    let worker = try WorkerFixture(
      LoadFrame(
        libraryPath: Products.path("libCheckout.so"), pluginID: "dev.buttond.checkout",
        version: "1.0.0", handlers: ["count"], reads: ["state.checkout.itemCount"]))
    try worker.hello()
    return worker
  }

  nonisolated(unsafe) private static let clock = Lasting.made {
    try compiled("Clock", styles: ["clock"], handlers: ["time"])
  }

  nonisolated(unsafe) private static let pill = Lasting.made {
    try compiled("Pill", styles: ["pill"])
  }

  @Test func checkoutFollowsTheItemCount() throws {
    let worker = try checkout()
    let button = BatchItem(handle: 1, handler: 0)
    let empty = try worker.resolve { $0.addButton(button) }
    #expect(try empty.value(.title) == .text("Checkout 0"))
    #expect(empty.reads() == ["state.checkout.itemCount"])
    let counts: [(StateValue, String)] = [
      (.int(3), "3"), (.double(4), "4"), (.string("many"), "0"), (.null, "0"),
    ]
    for (index, (value, says)) in counts.enumerated() {
      let answer = try worker.resolve { batch in
        batch.add(BatchTraits(tint: 0))
        _ = batch.add(
          key: 5, name: index == 0 ? "state.checkout.itemCount" : nil, value: value)
        batch.addButton(button, traits: [])
      }
      #expect(try answer.value(.title) == .text(UTF8String("Checkout \(says)")))
      #expect(answer.reads() == ["#5"])
    }
  }

  /// Milliseconds into a day of the far future, at which nothing falls due in a test.
  private static let times: [(now: UInt64, offset: Int64, seconds: Bool, says: UTF8String)] = [
    (0, 0, false, "00:00"), (0, 0, true, "00:00:00"), (0, -1, true, "23:59:00"),
    (50_709_999, 0, false, "14:05"), (50_709_999, 0, true, "14:05:09"),
    (50_709_999, 150, false, "16:35"), (86_400_000, 1_440, false, "00:00"),
  ]

  @Test func aClockSaysTheTimeInWhichItIsAsked() throws {
    let worker = try Self.clock.get()
    for (now, offset, seconds, says) in Self.times {
      let answer = try worker.resolve(now: 47_482 * 86_400_000 + now) { batch in
        batch.addButton(
          BatchItem(handle: 1, style: 0),
          parameters: [
            Parameter(name: "offset", value: .int(offset)),
            Parameter(name: "seconds", value: .bool(seconds)),
          ])
        batch.addButton(BatchItem(handle: 2, handler: 0))
      }
      #expect(try answer.value(.title) == .text(says))
    }
  }

  @Test func aClockWithSecondsIsAskedAgainWhenTheNextOneBegins() throws {
    let worker = try Self.clock.get()
    let now = csystem_wall_milliseconds()
    _ = try worker.resolve(now: UInt64(now)) { batch in
      batch.addButton(
        BatchItem(handle: 7, style: 0),
        parameters: [Parameter(name: "seconds", value: .bool(true))])
    }
    let update = try worker.next(.update).withUnsafeBytes { try UpdateFrame(payload: $0) }
    #expect(update.handle == 7)
    #expect(csystem_wall_milliseconds() / 1_000 > now / 1_000)
  }

  /// Compiles a plugin in C.
  private static func compiled(
    _ name: String, styles: [String], handlers: [String] = []
  ) throws -> WorkerFixture {
    let library = try Compilation(shipped: name).file()
    let worker = try WorkerFixture(
      LoadFrame(
        libraryPath: library, pluginID: "dev.buttond.\(name.lowercased())", version: "1.0.0",
        styles: styles, handlers: handlers))
    try worker.hello()
    return worker
  }

  @Test(
    arguments: [
      (ControlState.normal, 0x1020_30FF, 0xEEEE_EEFF, false),
      (.highlighted, 0x1020_30FF, 0xEEEE_EEFF, true),
      (.selected, 0xEEEE_EEFF, 0x1020_30FF, false),
      ([.selected, .highlighted], 0xEEEE_EEFF, 0x1020_30FF, true),
      (.disabled, 0x1020_3040, 0xEEEE_EE80, false),
      ([.disabled, .selected], 0xEEEE_EE40, 0x1020_3080, false),
    ] as [(ControlState, UInt32, UInt32, Bool)])
  func pillHasALookForEveryState(
    state: ControlState, background: UInt32, foreground: UInt32, isDarker: Bool
  ) throws {
    let worker = try Self.pill.get()
    let answer = try worker.resolve { batch in
      batch.addButton(
        BatchItem(handle: 1, state: state, style: 0),
        configuration: [
          (.baseBackgroundColor, .color(.rgba(0x1020_30FF))),
          (.baseForegroundColor, .color(.rgba(0xEEEE_EEFF))),
        ])
    }
    let pass = try answer.pass().properties
    #expect(pass[.cornerStyle] == .choice(5))
    #expect(pass[.backgroundColor] == .color(.rgba(background)))
    #expect(pass[.baseForegroundColor] == .color(.rgba(foreground)))
    #expect(pass[.backgroundColorTransformer] == (isDarker ? .effect(.darker(0.25)) : nil))
    #expect(!answer.items[0].readsTraits)
  }

  @Test func pillWithoutABackgroundStaysWithoutOne() throws {
    let answer = try Self.pill.get().resolve { batch in
      batch.addButton(
        BatchItem(handle: 1, style: 0),
        configuration: [(.baseBackgroundColor, .color(.rgba(0)))])
    }
    #expect(try answer.value(.backgroundColor) == .color(.rgba(0)))
  }

  @Test func pillTakesTheTintAndAnOutline() throws {
    let worker = try Self.pill.get()
    let answer = try worker.resolve { batch in
      batch.addButton(parameters: [Parameter(name: "outline", value: .int(2))])
    }
    let pass = try answer.pass().properties
    #expect(pass[.backgroundColor] == .color(.rgba(0x1234_56FF)))
    #expect(pass[.strokeColor] == .color(.rgba(0xFFFF_FFFF)))
    #expect(pass[.strokeWidth] == .number(2))
    #expect(answer.items[0].readsTraits)
  }
}
