import CLibuv
import Glibc

extension ChildProcess {
  /// How a program ended.
  package struct Exit: Hashable, Sendable {
    /// What it returned, 0 to 255; 0 too when a signal ended it.
    package let status: Int32
    /// The signal that ended it, or 0.
    package let signal: Int32

    package init(status: Int32, signal: Int32) {
      self.status = status
      self.signal = signal
    }

    /// Whether it returned 0 by itself.
    package var isSuccess: Bool { status == 0 && signal == 0 }
  }

  /// What one descriptor of the child is.
  package enum Slot: Hashable, Sendable {
    /// `/dev/null` for descriptors 0 to 2; nothing above.
    case null
    /// A descriptor of ours, shared.
    case inherit(Int32)
    /// One end of a new stream socket, blocking in the child; ours is in `pipes`.
    case pipe
  }

  /// Which program to start, and in which surroundings.
  package struct Launch: Sendable {
    /// Its path; a bare name is looked up in the `PATH` of `environment`.
    package var executable: String
    /// Its arguments, without its own name.
    package var arguments: [String]
    /// All of its environment: nothing is inherited.
    package var environment: [String: String]
    /// Where it starts; nil for our own working directory.
    package var workingDirectory: String?
    /// Its descriptors, from 0 on.
    package var stdio: [Slot]
    /// Whether it leads a session and process group of its own, which `killGroup` reaches.
    package var hasOwnSession: Bool

    package init(
      _ executable: String, arguments: [String] = [], environment: [String: String] = [:],
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
  /// Lends libuv's form of this launch for one call.
  func withOptions(pipes: [Int: Pipe], _ body: (inout uv_process_options_t) -> CInt) -> CInt {
    var arguments = CStrings([executable] + self.arguments)
    var environment = CStrings(
      self.environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" })
    var containers = stdio.enumerated().map { descriptor, slot in
      container(for: slot, pipes[descriptor])
    }
    let directory = workingDirectory.map { strdup($0) } ?? nil
    defer {
      arguments.free()
      environment.free()
      Glibc.free(directory)
    }
    return executable.withCString { file in
      arguments.pointers.withUnsafeMutableBufferPointer { arguments in
        environment.pointers.withUnsafeMutableBufferPointer { environment in
          containers.withUnsafeMutableBufferPointer { containers in
            var options = uv_process_options_t()
            options.file = file
            options.args = arguments.baseAddress
            options.env = environment.baseAddress
            options.cwd = UnsafePointer(directory)
            options.flags = hasOwnSession ? UV_PROCESS_DETACHED.rawValue : 0
            options.stdio_count = CInt(containers.count)
            options.stdio = containers.baseAddress
            return body(&options)
          }
        }
      }
    }
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
  var pointers: [UnsafeMutablePointer<CChar>?]

  init(_ strings: [String]) {
    pointers = strings.map { strdup($0) } + [nil]
  }

  mutating func free() {
    for pointer in pointers { Glibc.free(pointer) }
    pointers = []
  }
}
