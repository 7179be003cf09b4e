import Glibc

/// Another user, as whom a test that runs as root does something.
///
/// Only the calling thread changes, which is all that the kernel looks at; the C library's own calls
/// would change every other test as well.
package struct Identity: Sendable {
  package let uid: UInt32
  package let gid: UInt32
  package let groups: [UInt32]

  package init(uid: UInt32, gid: UInt32, groups: [UInt32] = []) {
    self.uid = uid
    self.gid = gid
    self.groups = groups
  }

  /// Whether this process may be somebody else.
  package static let isAvailable = geteuid() == 0

  /// Runs `body` as this user.
  package func assume<Result>(_ body: () throws -> Result) throws -> Result {
    var before = [gid_t](repeating: 0, count: 65_536)
    let count = Int(getgroups(Int32(before.count), &before))
    before.removeLast(before.count - max(0, count))
    try groups.withUnsafeBufferPointer {
      try Call.setgroups.perform($0.count, Int(bitPattern: $0.baseAddress))
    }
    try Call.setresgid.perform(-1, Int(gid), -1)
    try Call.setresuid.perform(-1, Int(uid), -1)
    defer {
      do {
        try Call.setresuid.perform(-1, 0, -1)
        try Call.setresgid.perform(-1, Int(getgid()), -1)
        try before.withUnsafeBufferPointer {
          try Call.setgroups.perform($0.count, Int(bitPattern: $0.baseAddress))
        }
      } catch {
        preconditionFailure("the test cannot be root again: \(error)")
      }
    }
    return try body()
  }

  /// The kernel's calls by their numbers.
  private enum Call {
    case setgroups, setresuid, setresgid

    private var number: Int {
      #if arch(arm64)
        switch self {
        case .setgroups: 159
        case .setresuid: 147
        case .setresgid: 149
        }
      #else
        switch self {
        case .setgroups: 116
        case .setresuid: 117
        case .setresgid: 119
        }
      #endif
    }

    func perform(_ a: Int, _ b: Int = 0, _ c: Int = 0) throws {
      typealias Function = @convention(c) (Int, Int, Int, Int) -> Int
      guard let symbol = dlsym(nil, "syscall") else {
        throw TestFailure("the C library has no syscall")
      }
      guard unsafeBitCast(symbol, to: Function.self)(number, a, b, c) == 0 else {
        throw TestFailure("\(self) failed: errno \(errno)")
      }
    }
  }
}
