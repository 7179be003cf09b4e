package struct ServerBackupRequest: Request, Hashable {
  package typealias Response = ServerBackupResponse
  package static let method = Method(
    "server.backup", for: .admin, "Makes a backup of everything that is kept.",
    errors: [.notFound, .internalError])

  package init() {}

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {}
}

package struct ServerBackupResponse: Message, Hashable {
  package var path = ""
  package var revision: UInt64 = 0
  package var bytes = 0

  package init() {}

  package init(path: String, revision: UInt64, bytes: Int) {
    self.path = path
    self.revision = revision
    self.bytes = bytes
  }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required(
      "path", &path, "The file, in the daemon's state folder; the next backup takes its place.")
    try fields.required(.revision, &revision, as: .revision, "The one that the backup shows.")
    try fields.required("bytes", &bytes, "How long the file is.")
  }
}
