import ButtonProtocol
import PluginChannel

extension CheckWorker {
  /// Presses each button twice, released and cancelled. A timer that the style sets fires before
  /// the next event. Returns the buttons that failed during a press, with their first failures.
  @discardableResult
  func press(
    _ buttons: [CheckCase], in scene: CheckScene
  ) throws(WorkerEnd) -> [(button: CheckCase, answer: GestureAnswer)] {
    var refused: [(button: CheckCase, answer: GestureAnswer)] = []
    for button in buttons {
      var failure: GestureAnswer?
      for last in [GestureEvent.Phase.ended, .cancelled] {
        var scratch = GestureScratch()
        var isPressed = false
        var phases = [GestureEvent.Phase.began, .moved, .moved, last]
        while !phases.isEmpty {
          let phase = phases.removeFirst()
          var event = GestureEvent(
            phase, isInside: phase != .moved, isPressed: isPressed,
            location: last == .ended ? .init(x: 3, y: -4) : nil, width: 80, height: 30)
          event.pointer = 7
          let answer = try gesture(event, scratch: scratch, on: button, in: scene)
          if answer.status < 0 {
            if phase != .cancelled { failure = failure ?? answer }
            break
          }
          scratch = answer.scratch
          isPressed = answer.isPressed
          if phase != .timer, answer.timer ?? 0 > 0 { phases.insert(.timer, at: 0) }
        }
      }
      if let failure { refused.append((button, failure)) }
    }
    return refused
  }
}
