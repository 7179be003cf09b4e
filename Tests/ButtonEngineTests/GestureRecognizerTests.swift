import ButtonEngine
import ButtonModel
import ButtonProtocol
import TestSupport
import Testing

/// The standard press, from a table.
@Suite struct GestureRecognizerTests {
  static let table = Result { try Fixture("Fixtures/gestures.jsonl") }

  @Test(arguments: (try? table.get().lines) ?? [])
  func aPressGoesThroughTheDocumentedPhases(row: Fixture.Line) throws {
    var recognizer = GestureRecognizer()
    var size = DrawnSize.unreported
    var phases: [String] = []
    var triggers = 0
    for step in row.value["events"]?.elements ?? [] {
      if let numbers = step["size"] {
        size = try #require(DrawnSize(width: numbers.numbers[0], height: numbers.numbers[1]))
        continue
      }
      let outcome = recognizer.handle(try #require(PressEvent(step)), size: size)
      #expect(outcome.phase == recognizer.phase)
      phases.append(outcome.phase.rawValue)
      if outcome.triggered != nil { triggers += 1 }
    }
    #expect(phases == row.value["phases"]?.elements.compactMap(\.string))
    #expect(triggers == row.value["triggers"]?.int)
  }

  @Test func theTableIsThere() throws {
    #expect(try Self.table.get().lines.count > 20)
  }

  @Test(arguments: [
    (Double.nan, 0.0), (0.0, Double.infinity), (-Double.infinity, 0.0), (1_000_000.1, 0.0),
    (0.0, -1_000_000.1), (1e300, 0.0),
  ])
  func placesThatNoDisplayHasAreNone(x: Double, y: Double) {
    #expect(PressLocation(x: x, y: y) == nil)
  }

  @Test(arguments: [
    (Double.nan, 0.0), (0.0, Double.infinity), (-0.001, 0.0), (0.0, -1.0), (1_000_000.1, 0.0),
  ])
  func sizesThatNoButtonHasAreNone(width: Double, height: Double) {
    #expect(DrawnSize(width: width, height: height) == nil)
  }

  @Test func anyEventsAtAllKeepTheRulesOfAPress() {
    var seed = Seed()
    for _ in 0..<scaled(200) {
      var recognizer = GestureRecognizer()
      var isHeld = false
      var began = 0
      var triggered = 0
      for _ in 0..<100 {
        let event = PressEvent.random(using: &seed)
        let outcome = recognizer.handle(event, size: .random(using: &seed))
        switch event {
        case .began:
          began += 1
          isHeld = true
        case .moved: break
        case .ended, .cancelled: isHeld = false
        }
        #expect((outcome.phase != .inactive) == isHeld)
        if outcome.triggered != nil {
          triggered += 1
          guard case .ended = event else {
            Issue.record("seed \(seed.value): \(event) triggered")
            continue
          }
        }
      }
      #expect(triggered <= began, "seed \(seed.value)")
    }
  }
}

extension PressEvent {
  /// The event that a table's object names; its place is `[x, y]` or `[]`.
  init?(_ json: JSONTree) {
    if let place = json["began"] {
      self = .began(PressLocation(place.numbers))
    } else if let place = json["moved"], let location = PressLocation(place.numbers) {
      self = .moved(location)
    } else if let place = json["ended"] {
      self = .ended(PressLocation(place.numbers))
    } else if json["cancelled"] != nil {
      self = .cancelled
    } else {
      return nil
    }
  }

  /// Any event, somewhere about a button.
  static func random(using random: inout Seed) -> PressEvent {
    let location = PressLocation.random(using: &random)
    switch random.next() % 8 {
    case 0: return .began(nil)
    case 1: return .began(location)
    case 2, 3, 4: return .moved(location)
    case 5: return .ended(nil)
    case 6: return .ended(location)
    default: return .cancelled
    }
  }
}

extension PressLocation {
  fileprivate init?(_ numbers: [Double]) {
    guard numbers.count == 2 else { return nil }
    self.init(x: numbers[0], y: numbers[1])
  }

  /// A place about a button.
  static func random(using random: inout Seed) -> PressLocation {
    let place = PressLocation(
      x: Double.random(in: -150...150, using: &random),
      y: Double.random(in: -150...150, using: &random))
    guard let place else { preconditionFailure("a place about a button is one") }
    return place
  }
}

extension DrawnSize {
  /// A size of a button.
  static func random(using random: inout Seed) -> DrawnSize {
    DrawnSize(
      width: Double.random(in: 0...100, using: &random),
      height: Double.random(in: 0...60, using: &random)) ?? .unreported
  }
}

extension JSONTree {
  /// The numbers of an array.
  fileprivate var numbers: [Double] {
    elements.compactMap { element in
      switch element {
      case .int(let value): Double(value)
      case .double(let value): value
      case .null, .bool, .string, .array, .object: nil
      }
    }
  }
}
