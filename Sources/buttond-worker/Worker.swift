import ButtonModel
import CButtonPlugin
import CPlatform
import Glibc
import PluginChannel

/// Loads one plugin and resolves the batches that the daemon sends, one after the other.
struct Worker: ~Copyable {
  private var inbox = Inbox(descriptor: ChannelDescriptor.fromDaemon)
  private let outbox = WorkerOutbox(descriptor: ChannelDescriptor.toDaemon)
  private let page = StatusPageWriter(descriptor: ChannelDescriptor.statusPage)
  private var alarm = Alarm()
  /// Nil before the plugin is loaded.
  private var resolution: UnsafeMutablePointer<Resolution>?

  /// Ends the process.
  static func main() -> Never {
    guard isPipe(ChannelDescriptor.toDaemon), isPipe(ChannelDescriptor.fromDaemon) else {
      complain("buttond-worker is started by buttond; there is nothing to do without it")
      exit(WorkerExitCode.channelMissing.rawValue)
    }
    // A daemon that has gone ends the worker by the error of a write.
    signal(SIGPIPE, SIG_IGN)
    // The loader has read it: a plugin finds an empty environment.
    unsetenv("LD_LIBRARY_PATH")
    guard csystem_die_with_parent() == 0 else { exit(WorkerExitCode.done.rawValue) }
    // What a plugin prints appears at the end of its line, not at the end of the process.
    csystem_print_by_lines()
    var worker = Worker()
    do {
      try worker.run()
      exit(WorkerExitCode.done.rawValue)
    } catch {
      worker.outbox.send { FailedFrame(message: error.message).write(to: &$0) }
      exit(error.code.rawValue)
    }
  }

  private mutating func run() throws(WorkerFailure) {
    page.enter(.starting)
    guard let load = try nextLoad() else { return }
    let resolution = UnsafeMutablePointer<Resolution>.allocate(capacity: 1)
    resolution.initialize(
      to: Resolution(
        reads: load.reads.compactMap { ReadPattern(.init($0)) },
        entryCount: load.styles.count + load.handlers.count))
    self.resolution = resolution
    let resources = try ResourceFolder(load.resourceFolder)
    var sandbox = Sandbox(load)
    try sandbox.enterLoading(reportingTrapsOn: page)
    let library = try PluginLibrary(load)
    let checks = load.conditions.isNone ? nil : Checks(load.conditions, outbox)
    resolution.pointee.checks = checks
    let host = PluginHostTable(
      outbox: outbox, resolution: resolution, resources: resources,
      extensions: HostExtensions(hasTimer: alarm.isThere, checks), checks)
    let plugin = try Plugin(library, load, host.makeAPI(), resolution)
    resources.close()
    try sandbox.enterRunning()
    sayHello(library, sandbox)
    page.enter(.idle)
    var runner = BatchRunner(plugin: plugin, resolution: resolution, page: page)
    var gestures = GestureRunner(plugin: plugin, resolution: resolution, page: page)
    try serve(&runner, &gestures)
  }

  private mutating func nextLoad() throws(WorkerFailure) -> LoadFrame? {
    guard let frame = try nextFrame() else { return nil }
    guard frame.header.type == .load else {
      throw WorkerFailure(code: .malformedFrame, message: "the first frame is not LOAD")
    }
    do { return try LoadFrame(payload: frame.payload) } catch {
      throw WorkerFailure(code: .malformedFrame, message: error.description)
    }
  }

  private mutating func nextFrame() throws(WorkerFailure) -> FrameSplitter.Frame? {
    do {
      while true {
        if let frame = try inbox.next() { return frame }
        waitForChannel()
        guard inbox.receive() else { return nil }
      }
    } catch {
      throw WorkerFailure(code: .malformedFrame, message: error.description)
    }
  }

  /// Requests due updates until the channel has data; without a pending time, receiving waits
  /// instead.
  private mutating func waitForChannel() {
    guard let resolution else { return }
    while let time = resolution.pointee.timers.earliest {
      let handles: [UInt64]
      switch alarm.wait(until: time, or: ChannelDescriptor.fromDaemon) {
      case .channel: return
      case .due: handles = resolution.pointee.timers.due(at: csystem_wall_milliseconds())
      case .clockWasSet: handles = resolution.pointee.timers.removeAll()
      }
      for handle in handles { outbox.requestUpdate(handle) }
    }
  }

  private func sayHello(_ library: PluginLibrary, _ sandbox: Sandbox) {
    let plugin = library.table.pointee
    let hello = HelloFrame(
      processID: UInt32(getpid()), abiMajor: plugin.abi_major, abiMinor: plugin.abi_minor,
      pluginID: String(cString: plugin.id), version: String(cString: plugin.version),
      sandbox: sandbox.layers, landlockABI: sandbox.landlockABI)
    outbox.send { hello.write(to: &$0) }
  }

  /// Answers batches and gestures until the daemon says stop or is gone.
  private mutating func serve(
    _ runner: inout BatchRunner, _ gestures: inout GestureRunner
  ) throws(WorkerFailure) {
    while let frame = try nextFrame() {
      switch frame.header.type {
      case .batch:
        outbox.batchArrived()
        do {
          outbox.send(
            try runner.run(sequence: frame.header.sequence, payload: frame.payload))
        } catch {
          throw WorkerFailure(code: .malformedFrame, message: error.description)
        }
        page.enter(.idle)
      case .gesture:
        let sequence = frame.header.sequence
        do {
          let answer = try gestures.run(sequence: sequence, payload: frame.payload)
          outbox.send { answer.write(sequence: sequence, to: &$0) }
          if answer.status < 0 { logFailedPress(answer) }
        } catch {
          throw WorkerFailure(code: .malformedFrame, message: error.description)
        }
        page.enter(.idle)
      case .stop:
        page.enter(.stopping)
        runner.plugin.destroy()
        return
      case .load, .hello, .answer, .log, .update, .failed, .gestureAnswer, .note:
        throw WorkerFailure(
          code: .malformedFrame, message: "unexpected \(frame.header.type) frame")
      }
    }
  }

  /// A press has no status in which clients could read why it is over.
  private func logFailedPress(_ answer: GestureAnswer) {
    let reason = answer.message.isEmpty ? "status \(answer.status)" : answer.message.string
    Array("gave a press up: \(reason)".utf8).withUnsafeBytes { outbox.log(.warning, $0) }
  }

  private static func isPipe(_ descriptor: Int32) -> Bool {
    var info = stat()
    return fstat(descriptor, &info) == 0 && info.st_mode & S_IFMT == S_IFIFO
  }

  private static func complain(_ text: String) {
    let line = text + "\n"
    _ = line.utf8.withContiguousStorageIfAvailable { write(2, $0.baseAddress, $0.count) }
  }
}
