import ButtonProtocol
import Glibc

/// A name of the system's user or group database.
package enum AccountName {
  case user(named: String)
  case group(named: String)

  /// The system's number for the name; a number that is not a name stands for itself.
  func number() throws(ProtocolError) -> UInt32 {
    switch self {
    case .user(let name): try number(of: name, kind: "user", look: AccountName.findUser)
    case .group(let name): try number(of: name, kind: "group", look: AccountName.findGroup)
    }
  }

  /// Returns `kiosk (1000)`, or `user 1000` without a name. Reads only the system's own file, so
  /// that nothing is waited for.
  package static func text(ofUser user: UInt32) -> String {
    name(ofUser: user).map { "\($0) (\(user))" } ?? "user \(user)"
  }

  /// Reads the name from the system's own file; nil when the user is not there.
  package static func name(ofUser user: UInt32) -> String? {
    guard let file = fopen("/etc/passwd", "re") else { return nil }
    defer { fclose(file) }
    while let entry = fgetpwent(file) {
      if entry.pointee.pw_uid == user { return entry.pointee.pw_name.map { String(cString: $0) } }
    }
    return nil
  }

  /// The most that the system may need for an entry.
  private static let maximumBytes = 1 << 20

  /// Where the system's calls put an entry's strings.
  private typealias Room = UnsafeMutableBufferPointer<CChar>

  private func number(
    of name: String, kind: String, look: (String, Room) -> (code: Int32, id: UInt32?)
  ) throws(ProtocolError) -> UInt32 {
    var size = 1_024
    while true {
      let room = Room.allocate(capacity: size)
      defer { room.deallocate() }
      let (code, id) = look(name, room)
      if let id { return id }
      if code == ERANGE, size < AccountName.maximumBytes {
        size *= 2
        continue
      }
      if let number = UInt32(name), number != .max { return number }
      // For an unknown name, the code differs from one source to the other.
      guard [0, ENOENT, ESRCH, EBADF, EPERM].contains(code) else {
        throw .invalidParams(
          "the \(kind) '\(name)' cannot be looked up: \(String(cString: strerror(code)))",
          path: kind)
      }
      throw .invalidParams(
        "this system has no \(kind) '\(name)': create it, or write its number", path: kind)
    }
  }

  private static func findUser(_ name: String, _ room: Room) -> (Int32, UInt32?) {
    guard let base = room.baseAddress else { return (ENOMEM, nil) }
    var entry = Glibc.passwd()
    var found: UnsafeMutablePointer<Glibc.passwd>?
    let code = getpwnam_r(name, &entry, base, room.count, &found)
    return (code, found?.pointee.pw_uid)
  }

  private static func findGroup(_ name: String, _ room: Room) -> (Int32, UInt32?) {
    guard let base = room.baseAddress else { return (ENOMEM, nil) }
    var entry = Glibc.group()
    var found: UnsafeMutablePointer<Glibc.group>?
    let code = getgrnam_r(name, &entry, base, room.count, &found)
    return (code, found?.pointee.gr_gid)
  }
}
