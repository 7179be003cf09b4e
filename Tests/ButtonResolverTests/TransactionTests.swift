import ButtonModel
import Foundation
import JSONRPC
import Testing

@testable import ButtonResolver

@Suite struct TransactionTests {
  @Test func eachChangeHasTheTransactionThatTheFixtureClaims() throws {
    var resolver = Resolver()
    for row in try Fixture.rows("transactions") {
      let claim = Comment(rawValue: row["claim"] as? String ?? "")
      let from = try #require((row["from"] as? String).flatMap { ControlState($0) })
      let to = try #require((row["to"] as? String).flatMap { ControlState($0) })
      let isBare = row["configuration"] is NSNull
      let configuration = try Fixture.properties(row["configuration"] as? [String: Any] ?? [:])
      let button = ResolverInput(
        base: .plain, configuration: isBare ? nil : configuration,
        pluginProperties: try Fixture.properties(row["plugin"] as? [String: Any] ?? [:]),
        state: to)
      _ = resolver.resolveAppearance(button, traits: ResolvedTraits(Traits()))
      let transaction = resolver.transaction(
        wasHighlighted: from.contains(.highlighted), isHighlighted: to.contains(.highlighted))
      let expected = row["expect"] as? NSDictionary
      guard let transaction else {
        #expect(expected == nil, claim)
        continue
      }
      var writer = JSONWriter()
      writer.transaction(transaction)
      let object = try JSONSerialization.jsonObject(with: Data(writer.bytes))
      #expect(object as? NSDictionary == expected, claim)
    }
  }

  @Test func membersAreInTheirOrder() {
    var writer = JSONWriter()
    writer.transaction(
      Transaction(
        animation: .spring(duration: 0.5, bounce: -0.3), disablesAnimations: true,
        animatesContent: false))
    #expect(
      writer.string == """
        {"animation":{"curve":"spring","response":0.5,"dampingFraction":1.429,\
        "blendDuration":0},"disablesAnimations":true,"animatesContent":false}
        """)
  }
}
