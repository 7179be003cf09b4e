package import ButtonModel
package import ButtonProtocol
import ButtonStore

/// Sends changes of shared keys to the fleet.
package protocol SharedKeyWriter: AnyObject {
  /// Takes a change over, or throws and changes nothing. What shows at once is written before this
  /// returns, by ``Engine/applyShared(_:replacing:)``.
  func submit(_ submission: SharedSubmission) throws(EngineError)

  /// What became of the shared keys of the press's action, which was just performed.
  func take(_ press: SharedPress) -> SharedPressAnswer
}

/// A change in which the fleet has a part.
package struct SharedSubmission {
  /// Includes those of keys that are this daemon's alone.
  package let operations: [StateOperation]
  package let isConditional: Bool
  /// The button that performs the change, which the fleet learns in the same step.
  package let performer: ChangeSet.Performer?
  /// Nil if a timer performs the change.
  package let connection: ConnectionID?
  /// Whether the answer waits for the fleet, whatever the class of the keys.
  package let waitsForFleet: Bool
}

/// A press that a style or the time decided, and whose action was just performed.
package struct SharedPress {
  package let definition: ButtonDefinition
  package let client: String?
  package let phase: PressPhase
  package let waiters: [PressWaiter]
  package let scope: WaitScope
}

/// How to answer a press whose action was performed.
package enum SharedPressAnswer {
  /// It has changed no shared keys.
  case local
  /// They show at once, and the answer has this mark.
  case accepted(FleetMark)
  /// The writer answers it, and reports the action, when the fleet has it.
  case later
}

/// The keys that are shared with other daemons, and the values that the fleet and the journal have
/// where clients see others.
package final class SharedKeys {
  /// Keys that share one order.
  package struct Scope {
    let name: UTF8String
    /// `a` means the key `a` and every key that begins with `a.`.
    let prefixes: [UTF8String]
    /// The ids of buttons whose actions the fleet performs.
    let buttons: [UTF8String]
    /// The ids of buttons whose definitions are shared.
    let definitions: [UTF8String]

    package init(
      _ name: UTF8String, _ prefixes: [UTF8String], buttons: [UTF8String] = [],
      definitions: [UTF8String] = []
    ) {
      self.name = name
      self.prefixes = prefixes
      self.buttons = buttons
      self.definitions = definitions
    }
  }

  enum Owner {
    case scope(Int)
    /// The daemon's, which tells how scopes are doing.
    case daemon
  }

  struct Staleness {
    let message: String
    let since: UInt64
  }

  let scopes: [Scope]
  package unowned let writer: any SharedKeyWriter
  private let isReplay: Bool
  private let hasButtons: Bool
  /// What the fleet has of keys that show something else.
  private(set) var committed: [UTF8String: StateValue?] = [:]
  /// What the fleet has lately changed.
  var definitionChanges: [DefinitionChange] = []
  /// The buttons whose definitions this daemon cannot use, by scope.
  var unusable: [Set<UTF8String>]
  let sharesDefinitions: Bool
  /// Why looks that read it are stale, by scope.
  var stale: [Int: Staleness] = [:]
  /// The keys that show another value since a change was handed over; nil while none is.
  private var changed: [KeyID]?

  /// All shared keys are at or under these.
  var prefixes: [UTF8String] { scopes.flatMap(\.prefixes) + [SharedKeys.reserved] }

  /// Begins every key that tells how a scope is doing.
  private static let reserved: UTF8String = "fleet"

  /// With `isReplay`, the player of a recording sets the keys that tell how scopes are doing.
  package init(_ scopes: [Scope], _ writer: any SharedKeyWriter, isReplay: Bool = false) {
    self.scopes = scopes
    self.writer = writer
    self.isReplay = isReplay
    hasButtons = scopes.contains { !$0.buttons.isEmpty }
    sharesDefinitions = scopes.contains { !$0.definitions.isEmpty }
    unusable = Array(repeating: [], count: scopes.count)
  }

  /// Nil for a key that is this daemon's alone.
  func owner(of name: UnsafeRawBufferPointer) -> Owner? {
    if name.first == SharedDefinition.mark {
      let id = UnsafeRawBufferPointer(rebasing: name.dropFirst())
      return definitionScope(of: id).map { .scope($0) }
    }
    for index in scopes.indices {
      for prefix in scopes[index].prefixes where StateKey.isName(name, atOrUnder: prefix) {
        return .scope(index)
      }
    }
    let isDaemons = !isReplay && StateKey.isName(name, atOrUnder: SharedKeys.reserved)
    return isDaemons ? .daemon : nil
  }

  /// Nil if the key is not shared.
  func scope(of name: UnsafeRawBufferPointer) -> Int? {
    if case .scope(let index)? = owner(of: name) { index } else { nil }
  }

  /// Nil if the definition is this daemon's alone.
  func definitionScope(of id: UnsafeRawBufferPointer) -> Int? {
    guard sharesDefinitions else { return nil }
    return scopes.firstIndex { scope in
      scope.definitions.contains { StateKey.isName(id, atOrUnder: $0) }
    }
  }

  func definitionScope(of id: UTF8String) -> UTF8String? {
    id.bytes.withUnsafeBytes { definitionScope(of: $0) }.map { scopes[$0].name }
  }

  /// Whether the fleet performs a button's action.
  func performs(_ id: String) -> Bool {
    guard hasButtons else { return false }
    var id = id
    return id.withUTF8 { bytes in
      let bytes = UnsafeRawBufferPointer(bytes)
      return scopes.contains { scope in
        scope.buttons.contains { StateKey.isName(bytes, atOrUnder: $0) }
      }
    }
  }

  /// The journal has the definition, and this daemon cannot use it.
  func noteUnusable(_ id: UTF8String, _ definition: StateValue) {
    guard let scope = id.bytes.withUnsafeBytes({ definitionScope(of: $0) }) else { return }
    unusable[scope].insert(id)
    committed[SharedDefinition.key(of: id)] = .some(definition)
  }

  /// Returns whether the journal must write the key although its shown value may be the same.
  func note(_ key: UTF8String, committed value: StateValue?, shown: StateValue?) -> Bool {
    if value != shown {
      if let known = committed[key], known == value { return false }
      committed[key] = .some(value)
      return true
    }
    if committed.isEmpty { return false }
    return committed.removeValue(forKey: key) != nil
  }

  func noteChanged(_ key: KeyID) { changed?.append(key) }

  /// Returns the keys that show another value at once.
  func changes(by submit: () throws(EngineError) -> Void) throws(EngineError) -> [KeyID] {
    changed = []
    defer { changed = nil }
    try submit()
    return changed ?? []
  }
}

/// What the journal has of a fleet's scopes.
package struct JournaledFleet: Sendable {
  /// The record of each.
  package var scopes: [UTF8String: [UInt8]] = [:]
  /// The requests that are not stable, by name, each with its place in the order of all.
  package var requests: [UTF8String: (ordinal: UInt64, content: [UInt8])] = [:]
  /// Definitions of buttons that this daemon cannot use, by id.
  package var unusable: [UTF8String: StateValue] = [:]

  package init() {}
}

/// Why a change of shared keys is refused.
package enum SharedRefusal: Hashable, Sendable {
  /// The fleet is out of reach, and the change may not wait.
  case unavailable(scope: String, message: String)
  /// This daemon may only read the scope.
  case readOnly(scope: String)
  /// They are in one change, and the shared key cannot wait for the fleet.
  case mixed(local: String, shared: String)
  /// Keys of both are in one change.
  case twoScopes(String, String)
  /// A lease would have to feed the key.
  case leased(String)
  /// The key tells how a scope is doing.
  case reserved(String)
  /// The key would be derived.
  case derived(String)
}

/// One shared key as it is now.
package struct SharedChange: Sendable {
  package let key: UTF8String
  /// What the fleet has.
  package let committed: StateValue?
  /// What clients see.
  package let shown: StateValue?

  package init(_ key: UTF8String, committed: StateValue?, shown: StateValue?) {
    self.key = key
    self.committed = committed
    self.shown = shown
  }
}
