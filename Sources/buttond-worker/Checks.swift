import ButtonModel
import CButtonPlugin
import CPlatform
import Glibc
import PluginChannel

/// What a worker does besides its work while an author checks a plugin; under a daemon there is none.
///
/// Its functions take the places of the host's own, so that those need not know of it.
final class Checks {
  private let conditions: CheckConditions
  private let outbox: WorkerOutbox
  private let mainThread = pthread_self()
  private let loan = LentTexts()
  /// The item at work; nil outside of batches.
  private var item: Int?
  /// The reads and sets of this pass.
  private var calls = 0
  /// What was reported, so that nothing is reported twice.
  private var told: Set<[Int64]> = []

  /// What a plugin is to be exposed to.
  init(_ conditions: CheckConditions, _ outbox: WorkerOutbox) {
    self.conditions = conditions
    self.outbox = outbox
  }

  /// Whether something was asked for.
  func has(_ option: CheckConditions.Options) -> Bool { conditions.options.contains(option) }

  /// Whether the caller may be counted: others are refused by the host itself.
  var isOnMainThread: Bool { pthread_equal(pthread_self(), mainThread) != 0 }

  /// Notes which button is next.
  func begin(item: Int) {
    self.item = item
    calls = 0
    guard item == 0, has(.reportsMemory) else { return }
    let memory = Memory()
    send(
      NoteFrame(.memory, bits: UInt64(memory.heap), second: UInt64(memory.addressSpace)))
  }

  /// Notes that a call into the plugin is over: what it was lent is no longer its own.
  func returned() {
    calls = 0
    loan.scrub()
  }

  /// Counts a read or a set; true when it is the one that fails.
  func failsNextCall() -> Bool {
    guard has(.failsCallsByTurns), let item else { return false }
    calls += 1
    return calls == item + 1
  }

  /// Moves a text to where it can be overwritten.
  func lend(_ value: inout btn_value) {
    guard has(.scrubsTexts), value.type == BTN_T_STRING || value.type == BTN_T_JSON, value.len > 0
    else { return }
    let text = UnsafeRawBufferPointer(start: value.as.s, count: Int(value.len))
    value.as.s = loan.copy(text).assumingMemoryBound(to: CChar.self)
  }

  /// Tells of a refused call, once for each name and status.
  func tell(
    _ kind: NoteFrame.Kind, _ status: btn_status, key: btn_key, name: UnsafeRawBufferPointer,
    value: btn_value? = nil
  ) {
    guard has(.reportsRefusals), told.count < 1_024,
      told.insert([Int64(kind.rawValue), Int64(status), Int64(key)]).inserted
    else { return }
    var note =
      value.map { NoteFrame(refusedSet: name, to: $0, status) }
      ?? NoteFrame(kind, status: status, name: MessageText.cut(name))
    note.item = item.map { UInt32($0) }
    send(note)
  }

  /// Asks a plugin for an extension that there is not.
  func ask(_ plugin: UnsafePointer<btn_plugin>, _ instance: UnsafeMutableRawPointer?) {
    guard has(.lacksExtensions), let ask = plugin.pointee.get_extension else { return }
    for name: UTF8String in ["org.example.unheard-of/1", "buttond.gesture/9999", ""] {
      let text = name.string.utf8CString
      let table = text.withUnsafeBufferPointer { ask(instance, $0.baseAddress) }
      if table != nil { send(NoteFrame(.unknownExtension, name: name)) }
    }
  }

  /// Lets the plugin live as often as was asked for, and tells how its memory grew meanwhile.
  func live(_ life: PluginLife) throws(WorkerFailure) {
    guard conditions.lives > 0 else { return }
    let warm = conditions.lives / 10
    var before = Memory()
    for number in 0..<conditions.lives {
      if number == warm { before = Memory() }
      do throws(WorkerFailure) { try life.begin() } catch {
        throw WorkerFailure(
          code: error.code, message: "in life \(number + 1): \(error.message)")
      }
      life.end()
    }
    let after = Memory()
    send(
      NoteFrame(
        .growth, bits: UInt64(max(0, after.heap - before.heap)),
        second: UInt64(max(0, after.addressSpace - before.addressSpace))))
  }

  private func send(_ note: NoteFrame) { outbox.send { note.write(to: &$0) } }

  /// What the process has taken, in bytes.
  private struct Memory {
    let heap = Int(csystem_heap_bytes())
    let addressSpace = Int(csystem_address_space())
  }
}

extension NoteFrame {
  /// A value that a plugin may not set.
  init(refusedSet name: UnsafeRawBufferPointer, to value: btn_value, _ status: btn_status) {
    self.init(.refusedSet, status: status, name: MessageText.cut(name))
    valueType = value.type
    if value.type == BTN_T_STRING || value.type == BTN_T_JSON {
      let count = min(Int(value.len), 160)
      bits = UInt64(value.len)
      text = MessageText.cut(
        UnsafeRawBufferPointer(start: value.as.s, count: value.as.s == nil ? 0 : count))
    } else {
      bits = UInt64(bitPattern: value.as.i)
    }
  }
}
