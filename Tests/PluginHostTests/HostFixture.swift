import ButtonModel
import ButtonProtocol
import Glibc
import PluginChannel
import Supervision
import TestSupport
import Testing
import UVLoop

@testable import PluginHost

/// Everything that starts processes runs one test at a time: a test blocks its thread in its loop.
@Suite(.serialized, .blocking) enum PluginHostSuite {}

/// A host with fake workers on a loop of its own, and everything that it reports.
final class HostFixture: PluginHostDelegate {
  enum News: Hashable {
    case ready(LaneID)
    case answered(LaneID, UInt32)
    case answeredGesture(LaneID, UInt32)
    case down(LaneID, DownReport)
    case status(LaneID, PluginState)
    case update(LaneID, UInt64)
    case log(LaneID, String, PluginLogLevel)
    case added(LaneID)
    case replaced(LaneID)
    case trial(LaneID)
    case trialAnswer(LaneID, UInt32)
    case trialEnd(LaneID)
    case said(String, PluginLogLevel)
  }

  let loop: Loop
  let tree: PluginTree
  let host: PluginHost
  private(set) var news: [News] = []
  private var sequence: UInt32 = 0

  /// A host of the plugins in a tree, in lanes from 1 on.
  init(
    _ tree: PluginTree, figures: SupervisionFigures = HostFixture.unhurried,
    startsAtOnce: Int = 4, disabled: Set<String> = [], workerPath: String = FakeWorker.path,
    stateFolder: String? = nil, watchesFolders: Bool = false
  ) throws {
    loop = try Loop()
    self.tree = tree
    var settings = PluginHostSettings(
      folders: [tree.path], workerPath: workerPath, disabled: disabled, figures: figures,
      startsAtOnce: startsAtOnce, stateFolder: stateFolder)
    settings.watchesFolders = watchesFolders
    host = PluginHost(on: loop, settings: settings)
    host.delegate = self
    #expect(host.refusals == [] || !PluginFile.isFolder(tree.path))
  }

  /// A host of one plugin, and one fake worker, for each way.
  convenience init(
    _ ways: [String], figures: SupervisionFigures = HostFixture.unhurried, startsAtOnce: Int = 4,
    disabled: Set<String> = [], more: String = "", workerPath: String = FakeWorker.path,
    stateFolder: String? = nil, watchesFolders: Bool = false
  ) throws {
    let tree = PluginTree()
    for (index, way) in ways.enumerated() {
      let manifest = ManifestSamples.minimal(id: "org.test.\(way)", name: way, more: more)
      tree.add("\(index)", manifest: manifest)
    }
    try self.init(
      tree, figures: figures, startsAtOnce: startsAtOnce, disabled: disabled,
      workerPath: workerPath, stateFolder: stateFolder, watchesFolders: watchesFolders)
  }

  /// The documented figures, with which no worker is taken for hung because the machine is busy.
  static var unhurried: SupervisionFigures {
    var figures = SupervisionFigures()
    figures.startTimeout = 60_000 * .millisecond
    figures.startTimeoutCap = figures.startTimeout
    figures.batchTime = 60_000 * .millisecond
    figures.batchTimeCap = figures.batchTime
    return figures
  }

  /// Figures under which no wait ends by itself during a test.
  static var patient: SupervisionFigures {
    var figures = unhurried
    figures.restarts.backoff = 3_600_000 * .millisecond
    figures.restarts.backoffCap = figures.restarts.backoff
    return figures
  }

  /// Runs the loop until something holds; fails the test when it does not in time.
  func run(
    until what: String, location: SourceLocation = #_sourceLocation, _ holds: () -> Bool
  ) throws {
    let deadline = Deadline()
    let watchdog = try Timer(on: loop) {}
    try watchdog.start(after: 60_000)
    defer { watchdog.close() }
    while !holds() && !deadline.hasPassed { loop.run(.oneTurn) }
    if !holds() { Issue.record("waited in vain for \(what): \(news)", sourceLocation: location) }
  }

  /// Waits for a report.
  func wait(for expected: News, location: SourceLocation = #_sourceLocation) throws {
    try run(until: "\(expected)", location: location) { news.contains(expected) }
  }

  /// Starts all plugins and waits until this one is ready.
  func start(_ lane: LaneID = 1, location: SourceLocation = #_sourceLocation) throws {
    try host.start()
    try wait(for: .ready(lane), location: location)
  }

  /// Once something has begun, holds the loop up, at the place in its turn after which timers fire,
  /// until so long after that its first worker has sent what is then not read.
  func holdUp(
    milliseconds: UInt64, location: SourceLocation = #_sourceLocation, since begins: () -> Bool
  ) throws {
    var isOver = false
    try withoutActuallyEscaping(begins) { begins in
      let check = try LoopHook(.check, on: loop) { [self] in
        guard !isOver, begins() else { return }
        isOver = true
        let end = Deadline(seconds: Double(milliseconds) / 1_000)
        _ = try? TestSupport.wait(for: "what the worker sends") {
          end.hasPassed && host[1].inForce.isHeldUp
        }
      }
      try check.start()
      defer { check.close() }
      let turn = try Timer(on: loop) {}
      try turn.start(after: 0, every: 1)
      defer { turn.close() }
      try run(until: "the loop to be held up", location: location) { isOver }
    }
  }

  /// Forgets what was reported.
  func forget() { news = [] }

  /// How often a lane became ready.
  func readyCount(_ lane: LaneID = 1) -> Int { news.filter { $0 == .ready(lane) }.count }

  /// What was reported of a lane's ends.
  func reports(_ lane: LaneID = 1) -> [DownReport] {
    news.compactMap { news in
      if case .down(lane, let report) = news { report } else { nil }
    }
  }

  /// Sends a batch of these buttons; returns its number.
  @discardableResult
  func send(_ handles: [UInt64], to lane: LaneID = 1) -> UInt32 {
    let payload = batch(handles)
    host.send(payload, sequence: sequence, items: handles.count, to: lane)
    return sequence
  }

  /// Sends a batch of these buttons to the version on trial; returns its number.
  @discardableResult
  func sendTrial(_ handles: [UInt64], to lane: LaneID = 1) -> UInt32 {
    let payload = batch(handles)
    host.sendTrial(payload, sequence: sequence, items: handles.count, to: lane)
    return sequence
  }

  /// Reads a plugin's files again and waits for what comes of it.
  func reload(_ lane: LaneID = 1, location: SourceLocation = #_sourceLocation) throws
    -> PluginReload?
  {
    var outcome: PluginReload?
    host.reload(lane) { outcome = $0 }
    try run(until: "the reload", location: location) {
      if news.contains(.trial(lane)) { host.trialPassed(lane) }
      return outcome != nil
    }
    return outcome
  }

  /// Sends a gesture on a button; returns its number.
  func sendGesture(on handle: UInt64, to lane: LaneID = 1) -> UInt32 {
    let batch = batch([handle])
    var encoder = GestureEncoder()
    let fits = batch.withUnsafeBytes { batch in
      encoder.encode(
        sequence: sequence, handle: handle, GestureEvent(.began), scratch: GestureScratch(),
        batch: batch)
    }
    precondition(fits)
    host.send(gesture: Array(encoder.payload), sequence: sequence, to: lane)
    return sequence
  }

  /// The payload of the next batch.
  private func batch(_ handles: [UInt64]) -> [UInt8] {
    sequence += 1
    var encoder = BatchEncoder()
    encoder.begin(
      sequence: sequence, BatchHeader(commitSequence: 5, revision: 1, nowMilliseconds: 0))
    encoder.add(BatchTraits(Traits(), tint: 0))
    for handle in handles {
      let isAdded = encoder.add(
        BatchItem(handle: handle, style: 0), id: "button", parameters: [],
        configuration: PropertyList())
      precondition(isAdded)
    }
    encoder.finish()
    return Array(encoder.payload)
  }

  /// Sends a batch and waits for its answer.
  func resolve(
    _ handles: [UInt64], in lane: LaneID = 1, location: SourceLocation = #_sourceLocation
  ) throws {
    try wait(for: .answered(lane, send(handles, to: lane)), location: location)
  }

  /// Waits until so many fake workers run: a killed one takes a moment to be gone.
  func waitForChildren(_ count: Int, location: SourceLocation = #_sourceLocation) throws {
    let look = try Timer(on: loop) {}
    try look.start(after: 0, every: 1)
    defer { look.close() }
    try run(until: "\(count) workers to be left", location: location) {
      FakeWorker.childCount == count
    }
  }

  /// Waits until no file is looked at or removed beside the loop.
  func waitForOffloads(location: SourceLocation = #_sourceLocation) throws {
    try run(until: "all looks at files to end", location: location) { loop.pendingRequests == 0 }
  }

  /// Stops the host, closes the loop, and expects that nothing is left.
  func finish(location: SourceLocation = #_sourceLocation) throws {
    var isStopped = false
    host.stop { isStopped = true }
    try run(until: "the stop", location: location) { isStopped }
    try waitForChildren(0, location: location)
    loop.close()
    #expect(loop.liveHandles == 0, sourceLocation: location)
  }

  func pluginDidBecomeReady(_ lane: LaneID) { news.append(.ready(lane)) }

  func plugin(_ lane: LaneID, didAnswer sequence: UInt32, payload: UnsafeRawBufferPointer) {
    #expect(payload.loadUnaligned(as: UInt64.self) == 5)
    news.append(.answered(lane, sequence))
  }

  func plugin(
    _ lane: LaneID, didAnswerGesture sequence: UInt32, payload: UnsafeRawBufferPointer
  ) {
    news.append(.answeredGesture(lane, sequence))
  }

  func plugin(_ lane: LaneID, didGoDown report: DownReport, status: PluginStatus) {
    news.append(.down(lane, report))
  }

  func plugin(_ lane: LaneID, statusDidChange status: PluginStatus) {
    news.append(.status(lane, status.state))
  }

  func plugin(_ lane: LaneID, didRequestUpdateOf handle: UInt64) {
    news.append(.update(lane, handle))
  }

  func plugin(_ lane: LaneID, didLog message: String, level: PluginLogLevel) {
    news.append(.log(lane, message, level))
  }

  func plugin(_ lane: LaneID, wasAdded plugin: InstalledPlugin) { news.append(.added(lane)) }

  func plugin(_ lane: LaneID, wasReplacedBy plugin: InstalledPlugin) {
    news.append(.replaced(lane))
  }

  func plugin(_ lane: LaneID, beganTrialOf plugin: InstalledPlugin) { news.append(.trial(lane)) }

  func plugin(_ lane: LaneID, trialDidAnswer sequence: UInt32, payload: UnsafeRawBufferPointer) {
    news.append(.trialAnswer(lane, sequence))
  }

  func pluginDidEndTrial(_ lane: LaneID) { news.append(.trialEnd(lane)) }

  func pluginHost(didLog message: String, level: PluginLogLevel) {
    news.append(.said(message, level))
  }
}

extension LaneID: ExpressibleByIntegerLiteral {
  /// Tests name lanes by their numbers.
  public init(integerLiteral number: UInt16) { self.init(rawValue: number) }
}

extension FakeWorker {
  /// How many of them run, in whatever process group.
  static var childCount: Int {
    guard let folder = opendir("/proc") else { return -1 }
    defer { closedir(folder) }
    var count = 0
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard Int(name) != nil else { continue }
      var target = [UInt8](repeating: 0, count: 512)
      let length = target.withUnsafeMutableBytes {
        $0.withMemoryRebound(to: CChar.self) { target in
          target.baseAddress.map { readlink("/proc/\(name)/exe", $0, 512) } ?? -1
        }
      }
      if length > 0, String(decoding: target.prefix(length), as: UTF8.self) == path { count += 1 }
    }
    return count
  }

  /// How many status pages this process has open or mapped.
  static var pageCount: Int {
    let maps = (try? ProcessFile.text("/proc/self/maps")) ?? ""
    return maps.split(separator: "\n")
      .filter { $0.contains("memfd:buttond-status") }.count
  }
}
