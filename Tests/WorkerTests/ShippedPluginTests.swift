import ButtonModel
import ButtonProtocol
import TestSupport
import Testing

/// The plugins of this repository, in a real worker.
@Suite(.serialized) struct ShippedPluginTests {
  private func checkout() throws -> WorkerFixture {
    let worker = try WorkerFixture(
      LoadFrame(
        libraryPath: Products.path("libCheckout.so"), pluginID: "dev.buttond.checkout",
        version: "1.0.0", handlers: ["count"], reads: ["state.checkout.itemCount"]))
    try worker.hello()
    return worker
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

  /// Compiles Pill by the one command that its source names.
  private func pill() throws -> (TemporaryFolder, WorkerFixture) {
    let folder = TemporaryFolder()
    try Compiler.run([
      "cc", "-std=c99", "-O2", "-Wall", "-Wextra", "-Werror", "-pedantic", "-shared", "-fPIC",
      "-fvisibility=hidden", "-I", Products.source("Sources/CButtonPlugin/include"), "-o",
      folder.file("libPill.so"), Products.source("Plugins/Pill/Pill.c"),
    ])
    let worker = try WorkerFixture(
      LoadFrame(
        libraryPath: folder.file("libPill.so"), pluginID: "dev.buttond.pill", version: "1.0.0",
        styles: ["pill"]))
    try worker.hello()
    return (folder, worker)
  }

  @Test(
    arguments: [
      (ControlState.normal, 0x1020_30FF, 0xEEEE_EEFF, false),
      (.highlighted, 0x1020_30FF, 0xEEEE_EEFF, true),
      (.selected, 0xEEEE_EEFF, 0x1020_30FF, false),
      ([.selected, .highlighted], 0xEEEE_EEFF, 0x1020_30FF, true),
      (.disabled, 0x1020_303F, 0xEEEE_EE7F, false),
      ([.disabled, .selected], 0xEEEE_EE3F, 0x1020_307F, false),
    ] as [(ControlState, UInt32, UInt32, Bool)])
  func pillHasALookForEveryState(
    state: ControlState, background: UInt32, foreground: UInt32, isDarker: Bool
  ) throws {
    let (folder, worker) = try pill()
    defer { withExtendedLifetime(folder) {} }
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

  @Test func pillTakesTheTintAndAnOutline() throws {
    let (folder, worker) = try pill()
    defer { withExtendedLifetime(folder) {} }
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
