import ButtonModel
import ButtonProtocol
import Glibc
import Supervision
import UVLoop

/// One source in the daemon: its supervisor, its process, and its output on the way to the state.
final class Source {
  /// Lines from one source; with these and the byte rate a source that floods takes less than a
  /// hundredth of the processor.
  private static let linesPerSecond = 2_000.0
  private static let linesAtOnce = 100.0
  /// Per source.
  private static let byteRate = TokenBucket.Rate(
    perSecond: Double(8 << 20), burst: Double(1 << 20))

  let definition: SourceDefinition
  private(set) var supervisor: SourceSupervisor
  private let loop: Loop
  private unowned let host: SourceHost
  private let parser: SourceParser
  private var process: SourceProcess?
  /// Splits the output of a continuous program.
  private var reader: SourceLineReader
  /// The output of the current run; nil if it is too long.
  private var output: [UInt8]? = []
  private var lineBucket = TokenBucket()
  private var byteBucket = TokenBucket()
  private var resumeAt: UInt64?
  /// Since the last values or the start.
  private var quietSince: UInt64 = 0
  private var faults = SourceFaultLog()
  private var lastError: String?
  private var valuesAt: UInt64?
  private var isLost = false
  private var lines = 0
  private var refusedLines = 0
  private var droppedActions = 0
  private var waiters: [() -> Void] = []

  init(_ definition: SourceDefinition, of host: SourceHost) {
    self.definition = definition
    self.host = host
    loop = host.loop
    parser = SourceParser(definition)
    reader = SourceLineReader(maximumLineBytes: host.settings.maximumLineBytes)
    supervisor = SourceSupervisor(interval: definition.interval, figures: host.settings.figures)
  }

  private var isPolled: Bool { definition.interval != nil }

  var listing: SourceListing {
    var listing = SourceListing(definition, supervisor.status)
    listing.isLost = isLost
    listing.lastError = lastError
    listing.retryAt = supervisor.retryAt.map { loop.millisecondsSince1970($0) }
    listing.valuesAt = valuesAt.map { loop.millisecondsSince1970($0) }
    listing.lines = lines
    listing.refusedLines = refusedLines
    listing.droppedActions = droppedActions
    return listing
  }

  /// When to call `wake`; nil for never.
  var wakeAt: UInt64? { [supervisor.wakeAt, resumeAt, silentAt].compactMap(\.self).min() }

  private var silentAt: UInt64? {
    guard let time = definition.silentAfter, !isLost, supervisor.phase != .idle else { return nil }
    return quietSince + time
  }

  func start() {
    quietSince = loop.hrtime
    if definition.user == nil, geteuid() == 0 {
      log("runs as root; 'user' in the configuration gives it another user", .warning)
    }
    handle(.start)
  }

  func wake(at now: UInt64) {
    if let resumeAt, resumeAt <= now {
      self.resumeAt = nil
      takeLines(at: now)
    }
    if let silentAt, silentAt <= now {
      log(
        "no values for \((now - quietSince) / .millisecond) ms; its keys are lost until there are",
        .warning)
      lose()
    }
    if let due = supervisor.wakeAt, due <= now { handle(.timerFired, jitter: .random(in: -1...1)) }
  }

  /// Passes an event to the supervisor and performs its actions; `jitter` matters to events after
  /// which the program is restarted.
  func handle(_ event: SourceSupervisor.Event, jitter: Double = 0) {
    for action in supervisor.handle(event, at: loop.hrtime, jitter: jitter) { perform(action) }
    if let wakeAt { host.wake(at: wakeAt) }
  }

  /// Gives the source a fresh start: earlier invalid lines are forgotten.
  func reset() {
    refusedLines = 0
    handle(.reset)
  }

  /// Runs a polled source now; calls `then` when that run is over.
  func run(then: @escaping () -> Void) {
    waiters.append(then)
    handle(.run)
  }

  /// Sends a line about an action to the program; a polled source runs instead.
  func send(action line: [UInt8]) {
    if isPolled { return handle(.run) }
    if process?.send(line) == true { return }
    droppedActions += 1
    let why = process == nil ? "it is down" : "it does not read its standard input"
    report(SourceFault(.input, "an action was dropped, as \(why)"))
  }

  /// Abandons the process, if it is still there, without a report.
  func release() {
    process?.release()
    process = nil
  }

  // MARK: Acting

  private func perform(_ action: SourceSupervisor.Action) {
    switch action {
    case .spawn: spawn()
    case .terminate: process?.terminate()
    case .kill: process?.kill()
    case .killNow: process?.killNow()
    case .died(let why):
      lastError = why
      if supervisor.phase != .quarantined { log(why, .warning) }
      goDown()
    case .wasQuarantined(let why): log("quarantined, it died too often: \(why)", .error)
    case .recovered: log("runs well again", .info)
    case .runEnded: tellWaiters()
    case .statusChanged: host.delegate?.sourceDidChange(definition.name)
    case .stopped:
      goDown()
      tellWaiters()
      host.lose(self)
    }
  }

  private func spawn() {
    reader = SourceLineReader(maximumLineBytes: host.settings.maximumLineBytes)
    output = []
    resumeAt = nil
    if !isPolled { faults.begin() }
    do throws(UVError) {
      let process = try SourceProcess(
        definition, by: host.settings.runnerPath, on: loop, owner: self)
      self.process = process
      handle(.spawned(pid: process.pid))
    } catch {
      handle(.spawnFailed("\(error)"), jitter: .random(in: -1...1))
    }
  }

  private func tellWaiters() {
    let heard = waiters
    waiters = []
    for waiter in heard { waiter() }
  }

  private func lose() {
    if isLost { return }
    isLost = true
    host.delegate?.sourceDidChange(definition.name)
  }

  /// Nothing comes from it until it is restarted.
  private func goDown() {
    if host.isRunning { host.delegate?.sourceWentDown(definition.name) }
    lose()
  }

  // MARK: Reading

  private var lineRate: TokenBucket.Rate {
    let wanted = Double(host.settings.lineRate)
    let rate = wanted > 0 ? min(wanted, Source.linesPerSecond) : Source.linesPerSecond
    return TokenBucket.Rate(perSecond: rate, burst: max(1, min(rate, Source.linesAtOnce)))
  }

  /// Takes the lines that have arrived, as far as the rate limit allows; the others wait.
  private func takeLines(at now: UInt64) {
    let rate = lineRate
    while true {
      guard lineBucket.holds(1, rate, now: now) else {
        report(
          SourceFault(
            .rate, "prints more than \(Int(rate.perSecond)) lines in a second; it has to wait"))
        // A program that floods is read a few times a second, not once for each line.
        return rest(lineBucket.timeUntilFull(rate, now: now), at: now)
      }
      guard let event = reader.next() else { break }
      lineBucket.take(1, rate, now: now)
      take(event)
    }
    let wait = byteBucket.wait(Source.byteRate, now: now)
    if wait > 0 { return rest(wait, at: now) }
    process?.resume()
  }

  /// Pauses reading for some nanoseconds.
  private func rest(_ wait: UInt64, at now: UInt64) {
    process?.pause()
    let time = now + max(wait, .millisecond)
    resumeAt = time
    host.wake(at: time)
  }

  private func take(_ event: SourceLineReader.Event) {
    switch event {
    case .line(let bytes): take(bytes)
    case .tooLong: refuse(tooLong)
    }
  }

  private var tooLong: SourceFault {
    SourceFault(
      .tooLong,
      "printed more than \(host.settings.maximumLineBytes) bytes \(isPolled ? "in a run" : "in a line")"
        + "; they are left out")
  }

  /// Takes a line, or the output of a run; returns the error in it, if any.
  @discardableResult
  private func take(_ bytes: [UInt8]) -> SourceFault? {
    guard host.isRunning else { return nil }
    if let word = parser.word(in: bytes) {
      hasNoValue(word)
      return nil
    }
    do throws(SourceFault) {
      let changes = try parser.changes(in: bytes)
      let why = host.delegate?.source(
        definition.name, didRead: changes, silentAfter: definition.silentAfter)
      if let why {
        throw SourceFault(.refused, why)
      }
      delivered()
      return nil
    } catch {
      refuse(error)
      return error
    }
  }

  /// The source says that it has no value: the last one stays, and is lost.
  private func hasNoValue(_ word: String) {
    lines += 1
    quietSince = loop.hrtime
    lastError = "printed '\(Excerpt(word))', so its key is lost until there is a value"
    host.delegate?.sourceWentDown(definition.name)
    lose()
    handle(.delivered)
  }

  private func delivered() {
    lines += 1
    let now = loop.hrtime
    valuesAt = now
    quietSince = now
    if isPolled { faults.begin() }
    if isLost {
      isLost = false
      host.delegate?.sourceDidChange(definition.name)
    }
    handle(.delivered)
  }

  private func refuse(_ fault: SourceFault) {
    refusedLines += 1
    lastError = fault.description
    // For a run, its end reports the fault.
    if !isPolled { report(fault) }
  }

  /// Unless a fault of its kind was logged lately.
  private func report(_ fault: SourceFault) {
    guard faults.admits(fault.kind, now: loop.hrtime) else { return }
    log("\(fault); further ones like this are only counted", .warning)
    host.delegate?.sourceDidChange(definition.name)
  }

  private func log(_ message: String, _ level: ReportLevel) {
    host.delegate?.source(definition.name, didLog: message, level: level)
  }
}

extension Source: SourceProcessOwner {
  func source(_ process: SourceProcess, didSend bytes: UnsafeRawBufferPointer) {
    guard process === self.process else { return }
    let now = loop.hrtime
    byteBucket.take(bytes.count, Source.byteRate, now: now)
    guard isPolled else {
      reader.receive(bytes)
      return takeLines(at: now)
    }
    if let count = output?.count, count + bytes.count <= host.settings.maximumLineBytes {
      output?.append(contentsOf: bytes)
    } else {
      output = nil
    }
    let wait = byteBucket.wait(Source.byteRate, now: now)
    if wait > 0 { rest(wait, at: now) }
  }

  func sourceDidEndOutput(_ process: SourceProcess) {
    if process === self.process { handle(.outputEnded) }
  }

  func source(_ process: SourceProcess, didPrint line: String) { log(line, .info) }

  func source(_ process: SourceProcess, didExit exit: ProcessExit, report: String?) {
    guard process === self.process else { return }
    self.process = nil
    resumeAt = nil
    let fault = report ?? (isPolled ? faultOfRun(exit) : faultOfRest())
    handle(.exited(exit, fault: fault), jitter: .random(in: -1...1))
  }

  private func faultOfRun(_ exit: ProcessExit) -> String? {
    guard exit == .code(0) else { return nil }
    guard let output else {
      refuse(tooLong)
      return tooLong.description
    }
    return take(output)?.description
  }

  /// Takes the last lines of a program that ended, its newest values: at most what its pipe and one
  /// read hold. An unfinished line is dropped.
  private func faultOfRest() -> String? {
    while let event = reader.next() { take(event) }
    if reader.isInLine {
      refuse(SourceFault(.unfinished, "ended within a line, which is left out"))
    }
    return nil
  }
}

@available(*, unavailable)
extension Source: Sendable {}
