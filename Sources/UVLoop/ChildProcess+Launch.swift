import CLibuv
import CPlatform
import Glibc

extension ChildProcess {
  package struct Exit: Hashable, Sendable {
    /// 0 to 255; also 0 if a signal ended the process.
    package let status: Int32
    /// The signal that ended it, or 0.
    package let signal: Int32

    package init(status: Int32, signal: Int32) {
      self.status = status
      self.signal = signal
    }
  }

  /// What a descriptor of the child is.
  package enum Slot: Hashable, Sendable {
    /// `/dev/null` for descriptors 0 to 2; nothing above.
    case null
    /// One of our descriptors, shared.
    case inherit(Int32)
    /// One end of a new stream socket, blocking in the child; `pipes` has our end.
    case pipe
  }

  /// Which program to start, and how.
  package struct Launch: Sendable {
    /// A path; a bare name is looked up in the `PATH` of `environment`.
    package var executable: String
    /// The arguments, without its own name.
    package var arguments: [String]
    /// Nil for a copy of ours.
    package var environment: [String: String]?
    /// Nil for ours.
    package var workingDirectory: String?
    /// The descriptors from 0 on.
    package var stdio: [Slot]
    /// It leads a new session and process group, which `killGroup` reaches.
    package var hasOwnSession: Bool

    package init(
      _ executable: String, arguments: [String] = [], environment: [String: String]? = [:],
      workingDirectory: String? = nil, stdio: [Slot] = [.null, .inherit(1), .inherit(2)],
      hasOwnSession: Bool = false
    ) {
      self.executable = executable
      self.arguments = arguments
      self.environment = environment
      self.workingDirectory = workingDirectory
      self.stdio = stdio
      self.hasOwnSession = hasOwnSession
    }
  }
}

extension ChildProcess.Launch {
  /// Valid during the call.
  func withOptions(pipes: [Int: Pipe], _ body: (inout uv_process_options_t) -> CInt) -> CInt {
    let arguments = CStrings([executable] + self.arguments)
    let environment = self.environment.map(CStrings.init(assignments:))
    var containers = stdio.enumerated().map { descriptor, slot in
      container(for: slot, pipes[descriptor])
    }
    let directory = workingDirectory.map { strdup($0) } ?? nil
    defer {
      arguments.free()
      environment?.free()
      Glibc.free(directory)
    }
    return containers.withUnsafeMutableBufferPointer { containers in
      var options = uv_process_options_t()
      options.file = UnsafePointer(arguments.pointers[0])
      options.args = arguments.pointers.baseAddress
      options.env = environment?.pointers.baseAddress
      options.cwd = UnsafePointer(directory)
      options.flags = hasOwnSession ? UV_PROCESS_DETACHED.rawValue : 0
      options.stdio_count = CInt(containers.count)
      options.stdio = containers.baseAddress
      return body(&options)
    }
  }

  /// Starts the program without a loop, in its own session; the caller waits for its end. A bare
  /// name is looked up in our `PATH`; `.pipe` is not supported.
  package func spawn() throws(UVError) -> Int32 {
    precondition(hasOwnSession, "a program without a loop leads its own session")
    let descriptors = stdio.map { slot -> Int32 in
      switch slot {
      case .null: return -1
      case .inherit(let descriptor): return descriptor
      case .pipe: preconditionFailure("only a ChildProcess makes pipes")
      }
    }
    let arguments = CStrings([executable] + self.arguments)
    let environment = self.environment.map(CStrings.init(assignments:))
    let directory = workingDirectory.map { strdup($0) } ?? nil
    defer {
      arguments.free()
      environment?.free()
      Glibc.free(directory)
    }
    var pid: Int32 = 0
    let code = descriptors.withUnsafeBufferPointer { descriptors in
      var launch = csystem_launch(
        arguments: arguments.pointers.baseAddress, environment: environment?.pointers.baseAddress,
        directory: UnsafePointer(directory), descriptors: descriptors.baseAddress,
        descriptor_count: Int32(descriptors.count))
      return csystem_spawn(&launch, &pid)
    }
    try checked(code, "spawn", executable)
    return pid
  }

  private func container(for slot: ChildProcess.Slot, _ pipe: Pipe?) -> uv_stdio_container_t {
    var container = uv_stdio_container_t()
    switch slot {
    case .null:
      container.flags = UV_IGNORE
    case .inherit(let descriptor):
      container.flags = UV_INHERIT_FD
      container.data.fd = descriptor
    case .pipe:
      container.flags = uv_stdio_flags(
        UV_CREATE_PIPE.rawValue | UV_READABLE_PIPE.rawValue | UV_WRITABLE_PIPE.rawValue)
      container.data.stream = pipe?.stream
    }
    return container
  }
}

/// A null-terminated array of C strings.
private struct CStrings {
  let pointers: UnsafeMutableBufferPointer<UnsafeMutablePointer<CChar>?>

  init(_ strings: [String]) {
    pointers = .allocate(capacity: strings.count + 1)
    _ = pointers.initialize(from: strings.map { strdup($0) } + [nil])
  }

  /// `NAME=VALUE`, in order of names.
  init(assignments: [String: String]) {
    self.init(assignments.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" })
  }

  func free() {
    for pointer in pointers { Glibc.free(pointer) }
    pointers.deallocate()
  }
}
