/// Changes to be written to the journal together or not at all: state keys with their values or
/// derivations, definitions of buttons and groups, the leases that keys belong to, a fleet's scopes
/// with the pending requests to them, and images.
///
/// A single block of bytes, which is passed to another thread without a copy and reused. An entry
/// consists of its subject (1 byte, see ``Subject``), the name after its length (1 byte), the
/// revision (8), the form of the content (1), and the content after its length (4).
package struct JournalGroup: Sendable {
  /// Borrowed: valid only during the call that passes it.
  package struct Entry {
    package let subject: Subject
    /// The key, also of a lease; the id of a button or group; the name of a scope, request or
    /// image.
    package let name: UnsafeRawBufferPointer
    /// The revision of its last change; 0 of a lease, scope or image; of a request its ordinal.
    package let revision: UInt64
    package let form: Form
    /// A number has 8 bytes, a bool 1, little-endian.
    package let content: UnsafeRawBufferPointer

    package init(
      subject: Subject, name: UnsafeRawBufferPointer, revision: UInt64, form: Form,
      content: UnsafeRawBufferPointer
    ) {
      self.subject = subject
      self.name = name
      self.revision = revision
      self.form = form
      self.content = content
    }
  }

  package enum Subject: UInt8, Sendable {
    case key = 0
    case button = 1
    /// The lease that a key belongs to.
    case lease = 2
    /// How far a scope of a fleet has been read.
    case scope = 3
    /// A request to a scope, by scope and number.
    case request = 4
    case group = 5
    /// An image, by the hash of its bytes.
    case image = 6
  }

  package enum Form: UInt8, Sendable {
    case null = 0
    case bool = 1
    case int = 2
    case double = 3
    case string = 4
    /// Canonical JSON text: an array, an object or a definition; else a record.
    case json = 5
    /// The source that the key is derived by; also for `template`.
    case expression = 6
    case template = 7
    /// The subject is gone, or the key belongs to no lease.
    case absent = 255
  }

  /// The newest change set that it holds in full.
  package var revision: UInt64
  package private(set) var count = 0
  private var bytes: [UInt8] = []

  package init(revision: UInt64) { self.revision = revision }

  package mutating func removeAll(revision: UInt64) {
    self.revision = revision
    count = 0
    bytes.removeAll(keepingCapacity: true)
  }

  package var byteCount: Int { bytes.count }

  /// A key without a value is removed.
  package mutating func append(
    key name: UnsafeRawBufferPointer, _ value: StateValue?, revision: UInt64
  ) {
    switch value {
    case nil: append(.key, name, revision, .absent)
    case .null: append(.key, name, revision, .null)
    case .bool(let value): append(.key, name, revision, .bool, value ? 1 : 0)
    case .int(let value): append(.key, name, revision, .int, value)
    case .double(let value): append(.key, name, revision, .double, value.bitPattern)
    case .string(let text): text.bytes.withUnsafeBytes { append(.key, name, revision, .string, $0) }
    case .json(let text): text.bytes.withUnsafeBytes { append(.key, name, revision, .json, $0) }
    }
  }

  package mutating func append(
    derivedKey name: UnsafeRawBufferPointer, _ text: ExpressionText, revision: UInt64
  ) {
    let form: Form =
      switch text {
      case .expression: .expression
      case .template: .template
      }
    text.source.bytes.withUnsafeBytes { append(.key, name, revision, form, $0) }
  }

  /// Nil removes the button.
  package mutating func append(
    button id: UnsafeRawBufferPointer, _ definition: UnsafeRawBufferPointer?, revision: UInt64
  ) {
    if let definition {
      append(.button, id, revision, .json, definition)
    } else {
      append(.button, id, revision, .absent)
    }
  }

  /// Nil removes the group.
  package mutating func append(
    group id: UnsafeRawBufferPointer, _ definition: UnsafeRawBufferPointer?, revision: UInt64
  ) {
    if let definition {
      append(.group, id, revision, .json, definition)
    } else {
      append(.group, id, revision, .absent)
    }
  }

  /// Nil if the key belongs to no lease any more.
  package mutating func append(leaseOf key: UnsafeRawBufferPointer, _ lease: UTF8String?) {
    if let lease {
      lease.bytes.withUnsafeBytes { append(.lease, key, 0, .string, $0) }
    } else {
      append(.lease, key, 0, .absent)
    }
  }

  /// Nil removes the scope.
  package mutating func append(scope name: UnsafeRawBufferPointer, _ record: [UInt8]?) {
    append(.scope, name, record, 0)
  }

  /// `ordinal` is its place among all requests; nil forgets the request.
  package mutating func append(
    request name: UnsafeRawBufferPointer, _ record: [UInt8]?, ordinal: UInt64
  ) {
    append(.request, name, record, ordinal)
  }

  /// `data` is Base64; nil removes the image.
  package mutating func append(image name: UnsafeRawBufferPointer, _ data: [UInt8]?) {
    append(.image, name, data, 0)
  }

  private mutating func append(
    _ subject: Subject, _ name: UnsafeRawBufferPointer, _ record: [UInt8]?, _ number: UInt64
  ) {
    guard let record else { return append(subject, name, number, .absent) }
    record.withUnsafeBytes { append(subject, name, number, .json, $0) }
  }

  package mutating func append(_ entry: Entry) {
    append(entry.subject, entry.name, entry.revision, entry.form, entry.content)
  }

  private mutating func append(
    _ subject: Subject, _ name: UnsafeRawBufferPointer, _ revision: UInt64, _ form: Form,
    _ content: UnsafeRawBufferPointer = UnsafeRawBufferPointer(start: nil, count: 0)
  ) {
    precondition(name.count <= 255, "names of keys and buttons have at most 255 bytes")
    bytes.append(subject.rawValue)
    bytes.append(UInt8(name.count))
    bytes.append(contentsOf: name)
    withUnsafeBytes(of: revision.littleEndian) { bytes.append(contentsOf: $0) }
    bytes.append(form.rawValue)
    withUnsafeBytes(of: UInt32(content.count).littleEndian) { bytes.append(contentsOf: $0) }
    bytes.append(contentsOf: content)
    count += 1
  }

  private mutating func append<Number: FixedWidthInteger>(
    _ subject: Subject, _ name: UnsafeRawBufferPointer, _ revision: UInt64, _ form: Form,
    _ number: Number
  ) {
    withUnsafeBytes(of: number.littleEndian) { append(subject, name, revision, form, $0) }
  }

  package func visit<Failure: Error>(
    _ body: (Entry) throws(Failure) -> Void
  ) throws(Failure) {
    try withEntries { (entries) throws(Failure) in
      var offset = 0
      while offset < entries.count { try body(JournalGroup.entry(in: entries, at: &offset)) }
    }
  }

  /// Visits entries in order of subjects, then names.
  package func visitInOrder<Failure: Error>(
    _ body: (Entry) throws(Failure) -> Void
  ) throws(Failure) {
    try withEntries { (entries) throws(Failure) in
      var places: [(offset: Int, entry: Entry)] = []
      places.reserveCapacity(count)
      var offset = 0
      while offset < entries.count {
        let start = offset
        places.append((start, JournalGroup.entry(in: entries, at: &offset)))
      }
      places.sort { a, b in
        if a.entry.subject != b.entry.subject {
          return a.entry.subject.rawValue < b.entry.subject.rawValue
        }
        return a.entry.name.lexicographicallyPrecedes(b.entry.name)
      }
      for place in places { try body(place.entry) }
    }
  }

  private func withEntries<Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    let result = bytes.withUnsafeBytes { buffer in
      Result { () throws(Failure) in try body(buffer) }
    }
    try result.get()
  }

  private static func entry(in bytes: UnsafeRawBufferPointer, at offset: inout Int) -> Entry {
    func take(_ count: Int) -> UnsafeRawBufferPointer {
      defer { offset += count }
      return UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count])
    }
    let subject = Subject(rawValue: take(1)[0])
    let name = take(Int(take(1)[0]))
    let revision = UInt64(littleEndian: take(8).loadUnaligned(as: UInt64.self))
    let form = Form(rawValue: take(1)[0])
    let length = UInt32(littleEndian: take(4).loadUnaligned(as: UInt32.self))
    guard let subject, let form else { preconditionFailure("a group has only what was added") }
    return Entry(
      subject: subject, name: name, revision: revision, form: form, content: take(Int(length)))
  }
}

extension JournalGroup.Entry {
  package var derivation: ExpressionText? {
    switch form {
    case .expression: .expression(UTF8String(copying: content))
    case .template: .template(UTF8String(copying: content))
    case .null, .bool, .int, .double, .string, .json, .absent: nil
    }
  }

  /// Nil if the key is gone or derived.
  package var value: StateValue? {
    switch form {
    case .absent, .expression, .template: nil
    case .null: .null
    case .bool: .bool(content[0] != 0)
    case .int: .int(Int64(littleEndian: content.loadUnaligned(as: Int64.self)))
    case .double:
      .double(
        Double(bitPattern: UInt64(littleEndian: content.loadUnaligned(as: UInt64.self))))
    case .string: .string(UTF8String(copying: content))
    case .json: .json(UTF8String(copying: content))
    }
  }
}
