import ButtonModel
import ButtonProtocol
import Glibc
import Supervision
import TestSupport
import Testing
import UVLoop

@testable import PluginHost

@Suite struct QuarantineListTests {
  private func entry(_ number: Int, _ message: String = "died") -> QuarantineList.Entry {
    let digits = String(number, radix: 16)
    let hash = String(repeating: "0", count: 64 - digits.count) + digits
    return QuarantineList.Entry(hash: hash, plugin: "org.test.p\(number)", message: message)
  }

  @Test func whatIsWrittenIsReadAgain() {
    var list = QuarantineList()
    #expect(QuarantineList(list.text) == list)
    let areNew = [list.add(entry(1)), list.add(entry(2, "died of \"this\""))]
    #expect(areNew == [true, true])
    #expect(QuarantineList(list.text) == list)
    #expect(list.message(for: entry(2).hash) == "died of \"this\"")
    let wereThere = [list.remove(entry(1).hash), list.remove(entry(1).hash)]
    #expect(wereThere == [true, false])
    #expect(QuarantineList(list.text)?.entries == [entry(2, "died of \"this\"")])
  }

  @Test func theSameAgainChangesNothing() {
    var list = QuarantineList()
    let changes = [
      list.add(entry(1)), list.add(entry(1)), list.add(entry(1, "died of something else")),
    ]
    #expect(changes == [true, false, true])
    #expect(list.entries.count == 1)
  }

  @Test func theOldestAreForgottenBeyondTheCapacity() {
    var list = QuarantineList()
    let message = String(repeating: "ä\n", count: 2_000)
    for number in 0..<1_000 { _ = list.add(entry(number, message)) }
    #expect(list.entries.count == QuarantineList.capacity)
    #expect(list.entries.last?.hash == entry(999).hash)
    #expect(list.text.count <= QuarantineList.maximumBytes)
    #expect(QuarantineList(list.text)?.entries.count == list.entries.count)
  }

  static let hash = String(repeating: "a", count: 64)

  @Test(arguments: [
    "", "null", "[]", "{}", #"{"version":1}"#, #"{"version":3,"quarantined":[]}"#,
    #"{"version":1,"quarantined":{}}"#, #"{"version":1,"quarantined":[1]}"#,
    #"{"version":1,"quarantined":[{"hash":"x","plugin":"org.p","message":""}]}"#,
    #"{"version":1,"quarantined":[{"hash":"\#(hash)","plugin":"p q","message":""}]}"#,
    #"{"version":1,"quarantined":[{"hash":"\#(hash)","plugin":"org.p"}]}"#,
    #"{"version":1,"quarantined":[{"hash":"\#(hash)","plugin":"org.p","message":""},"#
      + #"{"hash":"\#(hash)","plugin":"org.p","message":""}]}"#,
    #"{"version":1,"quarantined":[{"hash":"\#(hash)","plugin":"org.p","message":"\#(String(repeating: "x", count: 2_000))"}]}"#,
    #"{"version":1,"quarantined":[{"hash":"\#(hash)","plugin":"org.p","message":"cut"#,
  ])
  func anythingElseIsNoList(text: String) {
    #expect(QuarantineList(Array(text.utf8)) == nil)
  }

  @Test func aListIsReadOrRefusedWhateverByteChanges() {
    var list = QuarantineList()
    _ = list.add(entry(1))
    let text = list.text
    var seed = Seed()
    for _ in 0..<scaled(2_000) {
      var bytes = text
      bytes[Int(seed.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: seed.next())
      if let read = QuarantineList(bytes) { #expect(read.entries.count <= 1) }
    }
  }
}

@Suite struct QuarantineFileTests {
  let folder = TemporaryFolder()

  private var file: StateListFile<QuarantineList> { StateListFile(folder: folder.file("state")) }

  private var list: QuarantineList {
    var list = QuarantineList()
    _ = list.add(
      QuarantineList.Entry(
        hash: QuarantineListTests.hash, plugin: "org.test.p", message: "died"))
    return list
  }

  @Test func aListOnDiskIsPrivateAndReadAgain() throws {
    #expect(file.read().list == QuarantineList())
    #expect(file.read().warning == nil)
    try file.write(list)
    try file.write(list)
    #expect(file.read().list == list)
    #expect(file.read().warning == nil)
    var status = stat()
    #expect(stat(file.path, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
    #expect(try PluginFile.entries(of: folder.file("state")).map(\.name) == ["quarantine"])
  }

  @Test(arguments: ["not a list", String(repeating: "x", count: 600_000)])
  func aDamagedFileIsSetAsideWithAWarning(text: String) throws {
    try file.write(list)
    unlink(file.path)
    folder.write(text, to: "state/quarantine")
    let (read, warning) = file.read()
    #expect(read == QuarantineList())
    #expect(warning?.contains("quarantined plugins are tried again. The file is kept as") == true)
    let names = try PluginFile.entries(of: folder.file("state")).map(\.name)
    #expect(names.count == 1)
    #expect(names.first?.hasPrefix("quarantine.damaged-2") == true)
    try file.write(list)
    #expect(file.read().list == list)
  }

  @Test func aFileThatIsNotAsItWasWrittenIsNotRead() throws {
    try file.write(list)
    let written = try PluginFile.read(file.path, atMost: QuarantineList.maximumBytes)
    var seed = Seed()
    var damaged = written.indices.map { Array(written[..<$0]) }
    for place in written.indices {
      damaged.append(written)
      damaged[damaged.count - 1][place] ^= UInt8(seed.next() % 255) + 1
    }
    // The version without a checksum, with one.
    let text = String(decoding: written, as: UTF8.self)
    damaged.append(Array(text.replacing(":2,", with: ":1,").utf8))
    for bytes in damaged {
      try FileBytes.write(bytes, to: file.path)
      let (read, warning) = file.read()
      #expect(read == QuarantineList(), "\(String(decoding: bytes, as: UTF8.self))")
      #expect(warning?.contains("quarantined plugins are tried again") == true)
    }
  }

  @Test func aFileOfTheFirstVersionIsReadWithoutAChecksum() throws {
    try file.write(list)
    let text = String(decoding: list.text, as: UTF8.self)
    try FileBytes.write(Array(text.replacing(":2,", with: ":1,").utf8), to: file.path)
    #expect(file.read().list == list)
    #expect(file.read().warning == nil)
  }

  @Test func aFolderInItsPlaceIsSetAsideToo() throws {
    try file.write(list)
    unlink(file.path)
    mkdir(file.path, 0o700)
    #expect(file.read().warning?.contains("is not a regular file") == true)
    #expect(file.read().warning == nil)
  }

  @Test func aFolderThatTakesNoFileIsAnError() throws {
    folder.write("a file", to: "state")
    #expect(throws: FileError.self) { try file.write(list) }
  }
}

extension PluginHostSuite {
  @Suite struct DurableQuarantineTests {
    private static var quick: SupervisionFigures {
      var figures = HostFixture.unhurried
      figures.restarts.backoff = .millisecond
      return figures
    }

    /// Runs a host until its plugin is quarantined, and stops it.
    private func quarantine(_ tree: PluginTree, _ state: String) throws {
      let fixture = try HostFixture(tree, figures: Self.quick, stateFolder: state)
      try fixture.host.start()
      try fixture.run(until: "the quarantine") {
        fixture.host.status(of: 1).state == .quarantined
      }
      try fixture.finish()
    }

    private func makeTree() -> PluginTree {
      let tree = PluginTree()
      tree.add("p", manifest: ManifestSamples.minimal(id: "org.test.crash", name: "crash"))
      return tree
    }

    @Test func aQuarantineOutlivesTheDaemonUntilItsProbe() throws {
      let (tree, state) = (makeTree(), TemporaryFolder())
      try quarantine(tree, state.path)
      var figures = Self.quick
      figures.restarts.probeInterval = 300 * .millisecond
      let fixture = try HostFixture(tree, figures: figures, stateFolder: state.path)
      let start = fixture.loop.hrtime
      try fixture.host.start()
      try fixture.run(until: "the quarantine") { !fixture.reports().isEmpty }
      #expect(fixture.reports() == [DownReport(.quarantined, "the worker was ended by SIGABRT")])
      #expect(fixture.host.status(of: 1).lastError == "the worker was ended by SIGABRT")
      try fixture.run(until: "the probe") { fixture.reports().count == 2 }
      #expect(fixture.loop.hrtime - start >= 300 * .millisecond)
      #expect(fixture.reports()[1].reason == .quarantined)
      try fixture.finish()
    }

    @Test func newFilesAreNotQuarantined() throws {
      let (tree, state) = (makeTree(), TemporaryFolder())
      try quarantine(tree, state.path)
      tree.folder.write("good", to: "p/lib.so")
      let fixture = try HostFixture(tree, figures: Self.quick, stateFolder: state.path)
      try fixture.start()
      // The old files still are: a version that runs does not make way for them.
      tree.folder.write("no library", to: "p/lib.so")
      guard case .refused(let why) = try fixture.reload() else {
        Issue.record("was not refused")
        return
      }
      #expect(why.hasPrefix("these files died too often before, and are quarantined"))
      #expect(fixture.host.status(of: 1).state == .running)
      try fixture.finish()
    }

    @Test func resetLiftsItForGood() throws {
      let (tree, state) = (makeTree(), TemporaryFolder())
      try quarantine(tree, state.path)
      var fixture = try HostFixture(
        tree, figures: HostFixture.patient, disabled: ["crash"], stateFolder: state.path)
      try fixture.host.start()
      #expect(try fixture.reload() != nil)
      fixture.host.reset(1)
      try fixture.finish()
      #expect(StateListFile<QuarantineList>(folder: state.path).read().list == QuarantineList())
      fixture = try HostFixture(tree, figures: HostFixture.patient, stateFolder: state.path)
      try fixture.host.start()
      try fixture.run(until: "a crash") { !fixture.reports().isEmpty }
      #expect(fixture.reports().first?.reason == .crashed)
      try fixture.finish()
    }

    @Test func aProbeThatStaysHealthyLiftsItForGood() throws {
      let (tree, state) = (makeTree(), TemporaryFolder())
      try quarantine(tree, state.path)
      var figures = Self.quick
      figures.restarts.probeInterval = 10 * .millisecond
      figures.restarts.healthyTime = 2_000 * .millisecond
      // Whoever changed the worker made it well.
      tree.folder.write("no library", to: "p/lib.so")
      let fixture = try HostFixture(
        tree, figures: figures, workerPath: FakeWorker.good, stateFolder: state.path)
      let start = Deadline.now
      try fixture.host.start()
      try fixture.wait(for: .ready(1))
      try fixture.resolve([1])
      let early = StateListFile<QuarantineList>(folder: state.path).read().list
      // On a machine that took longer it may be healthy already.
      if Deadline.now - start < figures.restarts.healthyTime { #expect(early.entries.count == 1) }
      try fixture.run(until: "the end of the quarantine") {
        fixture.host.quarantine == QuarantineList() && !fixture.host.quarantined.isWriting
      }
      #expect(StateListFile<QuarantineList>(folder: state.path).read().list == QuarantineList())
      try fixture.finish()
    }

    @Test func aDamagedListIsAWarningAndPluginsRun() throws {
      let (tree, state) = (PluginTree(), TemporaryFolder())
      tree.add("p", manifest: ManifestSamples.minimal(id: "org.test.good", name: "good"))
      state.write("rubbish", to: "quarantine")
      let fixture = try HostFixture(tree, stateFolder: state.path)
      try fixture.start()
      let warnings = fixture.news.filter { if case .said(_, .warning) = $0 { true } else { false } }
      #expect(warnings.count == 1)
      try fixture.finish()
    }

    @Test func quarantineStaysInMemoryWhenTheStateFolderIsReadOnly() throws {
      let (tree, place) = (makeTree(), TemporaryFolder())
      let state = place.file("state")
      var figures = Self.quick
      figures.restarts.backoffCap = 50 * .millisecond
      let fixture = try HostFixture(tree, figures: figures, stateFolder: state)
      try fixture.host.start()
      try fixture.run(until: "a crash") { !fixture.reports().isEmpty }
      // From now on the list cannot be written.
      mkdir("\(state)/.quarantine.new", 0o700)
      try fixture.run(until: "the complaint") {
        fixture.news.contains {
          if case .said(let what, .error) = $0 {
            what.hasPrefix("the quarantine list cannot be written")
          } else {
            false
          }
        }
      }
      #expect(fixture.host.status(of: 1).state == .quarantined)
      rmdir("\(state)/.quarantine.new")
      try fixture.run(until: "another try") {
        StateListFile<QuarantineList>(folder: state).read().list == fixture.host.quarantine
      }
      try fixture.finish()
    }
  }
}

@Suite struct FigureTests {
  @Test func everyFigureCanBeSetByName() throws {
    var figures = SupervisionFigures()
    try figures.set("backoffMs", to: 1.5)
    #expect(figures.restarts.backoff == 1_500_000)
    try figures.set("intensity", to: 2)
    #expect(figures.restarts.intensity == 2)
    for figure in SupervisionFigures.all {
      var changed = SupervisionFigures()
      try changed.set(figure.name, to: figure.setting.range.upperBound)
      #expect(changed != SupervisionFigures(), "\(figure.name)")
    }
    // The figures of restarts are a member that counts for all of its own.
    let count =
      Mirror(reflecting: figures).children.count - 1
      + Mirror(reflecting: figures.restarts).children.count
    #expect(Set(SupervisionFigures.all.map(\.name)).count == count)
  }

  @Test func aNameOrValueThatIsNoneIsRefused() {
    var figures = SupervisionFigures()
    let unknown = #expect(throws: SupervisionFigures.FigureError.self) {
      try figures.set("backofMs", to: 1)
    }
    #expect(unknown?.description == "there is no figure 'backofMs'; did you mean 'backoffMs'?")
    let wrong = #expect(throws: SupervisionFigures.FigureError.self) {
      try figures.set("intensity", to: 0)
    }
    #expect(wrong?.description == "intensity is 0.0; it goes from 1.0 to 1000.0")
    #expect(throws: SupervisionFigures.FigureError.self) { try figures.set("backoffMs", to: .nan) }
    #expect(figures == SupervisionFigures())
  }
}
