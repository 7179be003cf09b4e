/// Changes to be written to the journal together or not at all: state keys, with their values or with
/// what they are derived by, definitions of buttons and groups, the leases that keys belong to, by name, the scopes
/// of a fleet with the requests to it that are not stable yet, and images.
///
/// A single block of bytes, which is passed to another thread without a copy and reused. An entry
/// consists of its subject (1 byte: 0 a key, 1 a button, 2 a lease,
/// 3 a scope, 4 a request, 5 a group of buttons, 6 an image), the name after its length (1 byte), the
/// revision (8), the form of the content (1), and the content after its length (4).
package struct JournalGroup: Sendable {
  /// One key, button or lease, borrowed: valid only during the call that passes it.
  package struct Entry {
    package let subject: Subject
    /// The key, also of a lease, or the id of the button or group.
    package let name: UnsafeRawBufferPointer
    /// The revision in which it last changed; 0 of a lease or a scope, of a request its place in their order.
    package let revision: UInt64
    package let form: Form
    /// The bytes of the content: of a number 8, of a bool 1, little-endian.
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

  /// What an entry is about.
  package enum Subject: UInt8, Sendable {
    case key = 0
    case button = 1
    /// The lease that a key belongs to.
    case lease = 2
    /// How far a scope of a fleet has been read.
    case scope = 3
    /// A request to a scope, by scope and number.
    case request = 4
    /// A group of buttons.
    case group = 5
    /// An image, by the hash of its bytes.
    case image = 6
  }

  /// What the content of an entry is.
  package enum Form: UInt8, Sendable {
    case null = 0
    case bool = 1
    case int = 2
    case double = 3
    case string = 4
    /// Canonical JSON text: an array or an object, of a button the definition.
    case json = 5
    /// The source of the expression, or of the template, that the key is derived by.
    case expression = 6
    case template = 7
    /// There is no such key or button any more, or the key belongs to no lease.
    case absent = 255
  }

  /// The revision of the newest change set that it holds in full.
  package var revision: UInt64
  /// How many entries there are.
  package private(set) var count = 0
  private var bytes: [UInt8] = []

  /// A group without entries.
  package init(revision: UInt64) { self.revision = revision }

  /// Empties the group and keeps its memory.
  package mutating func removeAll(revision: UInt64) {
    self.revision = revision
    count = 0
    bytes.removeAll(keepingCapacity: true)
  }

  /// Bytes of all entries.
  package var byteCount: Int { bytes.count }

  /// Adds a key with its value; nil when it has none any more.
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

  /// Adds a key with what it is derived by.
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

  /// Adds a button with the text of its definition; nil when there is none any more.
  package mutating func append(
    button id: UnsafeRawBufferPointer, _ definition: UnsafeRawBufferPointer?, revision: UInt64
  ) {
    if let definition {
      append(.button, id, revision, .json, definition)
    } else {
      append(.button, id, revision, .absent)
    }
  }

  /// Adds a group of buttons with the text of its definition; nil when there is none any more.
  package mutating func append(
    group id: UnsafeRawBufferPointer, _ definition: UnsafeRawBufferPointer?, revision: UInt64
  ) {
    if let definition {
      append(.group, id, revision, .json, definition)
    } else {
      append(.group, id, revision, .absent)
    }
  }

  /// Adds the name of the lease that a key belongs to; nil when it belongs to none any more.
  package mutating func append(leaseOf key: UnsafeRawBufferPointer, _ lease: UTF8String?) {
    if let lease {
      lease.bytes.withUnsafeBytes { append(.lease, key, 0, .string, $0) }
    } else {
      append(.lease, key, 0, .absent)
    }
  }

  /// Adds the record of a scope; nil when there is none any more.
  package mutating func append(scope name: UnsafeRawBufferPointer, _ record: [UInt8]?) {
    append(.scope, name, record, 0)
  }

  /// Adds the record of a request with its place in the order of all; nil when it is forgotten.
  package mutating func append(
    request name: UnsafeRawBufferPointer, _ record: [UInt8]?, ordinal: UInt64
  ) {
    append(.request, name, record, ordinal)
  }

  /// Adds the bytes of an image in Base64; nil when it is removed.
  package mutating func append(image name: UnsafeRawBufferPointer, _ data: [UInt8]?) {
    append(.image, name, data, 0)
  }

  private mutating func append(
    _ subject: Subject, _ name: UnsafeRawBufferPointer, _ record: [UInt8]?, _ number: UInt64
  ) {
    guard let record else { return append(subject, name, number, .absent) }
    record.withUnsafeBytes { append(subject, name, number, .json, $0) }
  }

  /// Adds an entry as it is.
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

  /// Calls `body` with every entry, in the order in which they were added.
  package func visit<Failure: Error>(
    _ body: (Entry) throws(Failure) -> Void
  ) throws(Failure) {
    try withEntries { (entries) throws(Failure) in
      var offset = 0
      while offset < entries.count { try body(JournalGroup.entry(in: entries, at: &offset)) }
    }
  }

  /// Calls `body` with every entry, in order of what it is about and of names.
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
  /// What the key is derived by; nil for other entries.
  package var derivation: ExpressionText? {
    switch form {
    case .expression: .expression(UTF8String(copying: content))
    case .template: .template(UTF8String(copying: content))
    case .null, .bool, .int, .double, .string, .json, .absent: nil
    }
  }

  /// The content as the value of a key; nil when it has none any more, or is derived.
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
