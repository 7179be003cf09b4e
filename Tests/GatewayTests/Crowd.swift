import TestSupport
import Testing

/// Browsers that connect one after the other and leave in any order.
struct Crowd {
  private let gateway: GatewayProcess
  private var present: [(connection: WebConnection, ending: ConnectionStage.Ending)] = []
  private var ended: [String: Int] = [:]
  private var count = 0
  private let descriptors: Int
  private var memory: Int?

  /// The most browsers at a time.
  private static let most = 24

  init(of gateway: GatewayProcess) throws {
    self.gateway = gateway
    descriptors = try ProcessFile.descriptorCount(of: gateway.program.processID)
  }

  /// Connects the next browser, to a daemon that answers or not, and lets others leave.
  mutating func add(isAnswered: Bool, using seed: inout Seed) throws {
    let stage = ConnectionStage.allCases[count % ConnectionStage.allCases.count]
    let ending = ConnectionStage.Ending.allCases.randomElement(using: &seed) ?? .reset
    count += 1
    ended["\(stage) \(ending)", default: 0] += 1
    let connection = try gateway.connect()
    try connection.send(stage.first)
    if let second = stage.second {
      if isAnswered { #expect(try connection.answer().status == 101) }
      // A gateway that has closed the connection takes nothing.
      try? connection.send(second)
    }
    ending.prepare(connection)
    present.append((connection, ending))
    let stays = Int.random(in: 0...Self.most, using: &seed)
    while present.count > stays {
      present.remove(at: Int.random(in: present.indices, using: &seed))
    }
    if count == 300 { memory = try residentKiB() }
  }

  /// Lets all leave, and waits until the gateway has closed all their descriptors.
  mutating func leave(andThen: () -> Void = {}) throws {
    present = []
    var left = Int.max
    try wait(for: "\(descriptors) descriptors instead of \(left)") {
      andThen()
      #expect(try gateway.get("/icon.svg").status == 200)
      left = try ProcessFile.descriptorCount(of: gateway.program.processID)
      return left <= descriptors
    }
    let end = try residentKiB()
    let growth = end - (memory ?? end)
    #expect(growth < Sanitizer.most(8 << 10), "\(growth) KiB more")
    let table = ended.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    print("\(count) connections ended: \(table.joined(separator: ", "))")
    print("descriptors \(descriptors), then \(left); KiB \(memory ?? end), then \(end)")
  }

  private func residentKiB() throws -> Int {
    try ProcessFile.residentKiB(of: gateway.program.processID)
  }
}
