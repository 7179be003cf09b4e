import ButtonModel
import CButtonPlugin
import CPlatform
import Glibc
import PluginChannel

/// What a worker does in addition while an author checks a plugin; under a daemon there is none.
///
/// Its functions replace the host's, which need not know of it.
final class Checks {
  private let conditions: CheckConditions
  private let outbox: WorkerOutbox
  private let mainThread = pthread_self()
  private let loan = LentTexts()
  /// Nil outside of batches.
  private var item: Int?
  /// Reads and sets in this pass.
  private var calls = 0
  /// Reported already.
  private var told: Set<[Int64]> = []

  init(_ conditions: CheckConditions, _ outbox: WorkerOutbox) {
    self.conditions = conditions
    self.outbox = outbox
  }

  func has(_ option: CheckConditions.Options) -> Bool { conditions.options.contains(option) }

  /// Others are refused by the host itself.
  var isOnMainThread: Bool { pthread_equal(pthread_self(), mainThread) != 0 }

  func begin(item: Int) {
    self.item = item
    calls = 0
    guard item == 0, has(.reportsMemory) else { return }
    let memory = Memory()
    send(
      NoteFrame(.memory, bits: UInt64(memory.heap), second: UInt64(memory.addressSpace)))
  }

  /// A call into the plugin is over: what it was lent becomes invalid.
  func returned() {
    calls = 0
    loan.scrub()
  }

  /// Counts a read or a set; true if it is the one to fail.
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

  /// Reports a refused call, once for each name and status.
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

  /// Asks a plugin for extensions that do not exist.
  func ask(_ plugin: UnsafePointer<btn_plugin>, _ instance: UnsafeMutableRawPointer?) {
    guard has(.lacksExtensions), let ask = plugin.pointee.get_extension else { return }
    for name: UTF8String in ["org.example.unheard-of/1", "buttond.gesture/9999", ""] {
      let text = name.string.utf8CString
      let table = text.withUnsafeBufferPointer { ask(instance, $0.baseAddress) }
      if table != nil { send(NoteFrame(.unknownExtension, name: name)) }
    }
  }

  /// Lets the plugin live as often as was asked for, and reports how its memory grew.
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

  /// Bytes that the process uses.
  private struct Memory {
    let heap = Int(csystem_heap_bytes())
    let addressSpace = Int(csystem_address_space())
  }
}

extension NoteFrame {
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
