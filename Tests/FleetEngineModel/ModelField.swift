package import ButtonModel

/// A field of the state: the revision that changed it last and its value, nil in a tombstone.
package struct ModelField: Sendable, Equatable {
  package let revision: UInt64
  package let value: UTF8String?

  /// `REV JSON`, or `REV ` in a tombstone.
  package var text: UTF8String {
    UTF8String(bytes: Array("\(revision) ".utf8) + (value?.bytes ?? []))
  }
}
