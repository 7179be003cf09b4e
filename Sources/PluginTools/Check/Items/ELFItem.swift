import PluginChannel
import PluginHost

/// The library as a file: one exported function, nothing missing, no executable stack.
struct ELFItem: CheckItem {
  let id = "elf"
  let title = "the library exports one function and can be loaded"

  private static let symbol = "buttond_plugin_v1"

  func run(_ context: CheckContext) throws(CheckStop) -> [CheckFinding] {
    let plugin = try context.checkedPlugin()
    let library: ELFLibrary
    do {
      let file = try MappedFile(plugin.copy.libraryPath)
      library = try ELFLibrary(file.bytes)
      withExtendedLifetime(file) {}
    } catch {
      context.obstacle = "the library cannot be loaded; see the item elf"
      throw .finding(
        failure("\(name(plugin)): \(error)", "build a shared library: cc -shared -fPIC"))
    }
    context.detail = "\(library.symbols.count) symbols"
    var findings = exports(library) + layout(library, plugin)
    if let missing = try load(context, plugin, isSuspect: !findings.isEmpty) {
      findings.append(missing)
    }
    return findings
  }

  private func name(_ plugin: CheckedPlugin) -> String {
    String(plugin.copy.libraryPath.dropFirst(plugin.copy.folder.count + 1))
  }

  private func failure(_ message: String, _ remedy: String) -> CheckFinding {
    CheckFinding(.failed, message, at: CheckPlace(path: "library"), remedy: remedy)
  }

  private func exports(_ library: ELFLibrary) -> [CheckFinding] {
    let visible = library.symbols.filter { $0.isDefined && $0.isVisible && $0.isFunction }
    var findings: [CheckFinding] = []
    if !visible.contains(where: { $0.name == ELFItem.symbol }) {
      findings.append(
        failure(
          "exports no function \(ELFItem.symbol)",
          "define it with BTN_EXPORT, which the header declares it with"))
    }
    // What several libraries may define alike is weak; Swift exports what other modules could
    // import.
    let others = visible.filter {
      !$0.isWeak && $0.name != ELFItem.symbol && !$0.name.hasPrefix("$s")
        && !["_init", "_fini"].contains($0.name)
    }
    if !others.isEmpty {
      let names = others.prefix(5).map(\.name).joined(separator: ", ")
      let more = others.count > 5 ? " and \(others.count - 5) more" : ""
      findings.append(
        failure(
          "exports \(names)\(more) beside \(ELFItem.symbol)",
          "compile with -fvisibility=hidden, and make functions static"))
    }
    return findings
  }

  private func layout(_ library: ELFLibrary, _ plugin: CheckedPlugin) -> [CheckFinding] {
    var findings: [CheckFinding] = []
    let machines: [String: UInt16] = ["x86_64": 62, "aarch64": 183]
    if let wanted = machines[Platform.current.processor], library.machine != wanted {
      findings.append(
        failure(
          "is built for the processor with ELF number \(library.machine); this one has \(wanted)",
          "build it for \(Platform.current.name), or name it under another platform"))
    }
    if library.hasExecutableStack {
      findings.append(
        failure(
          "wants an executable stack, which workers do not have",
          "link with -z noexecstack; assembly needs a .note.GNU-stack section"))
    }
    if library.hasWritableCode {
      findings.append(
        failure("has memory that is both writable and executable", "link without -N and -z rwx"))
    }
    if library.hasTextRelocations {
      findings.append(
        failure("has text relocations: its code would have to be changed", "compile with -fPIC"))
    }
    return findings
  }

  /// Loads the library as the daemon would: only the loader knows what it can find.
  private func load(
    _ context: CheckContext, _ plugin: CheckedPlugin, isSuspect: Bool
  ) throws(CheckStop) -> CheckFinding? {
    do throws(CheckStop) {
      _ = try context.worker()
      return nil
    } catch {
      guard case .end(let end) = error else { throw error }
      let obstacle = "the library cannot be loaded; see the item elf"
      if isSuspect { context.obstacle = obstacle }
      // Its behaviour after loading is the subject of other items.
      guard case .failed(let message, .libraryNotLoaded?) = end.cause else { return nil }
      context.obstacle = obstacle
      return failure(message, remedy(message, context.settings.workerPath))
    }
  }

  private func remedy(_ message: String, _ worker: String) -> String {
    let mark = ": cannot open shared object file"
    guard let complaint = message.split(separator: mark, maxSplits: 1).first,
      complaint.utf8.count < message.utf8.count,
      let library = complaint.split(separator: " ").last
    else {
      return "link with the libraries that have the symbol (-l…), or put it into the plugin's "
        + "folder"
    }
    let runtime = WorkerRuntime.folder(ofWorker: worker).map { "\($0) and " } ?? ""
    return "\(library) is not where the worker looks: \(runtime)the system's libraries; "
      + "link it statically"
  }
}
