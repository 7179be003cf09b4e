import ButtonModel
import Foundation
import JSONRPC
import Testing

@testable import ButtonResolver

@Suite struct TransactionTests {
  @Test(arguments: try Fixture.cases("transactions"))
  func eachChangeHasTheTransactionThatTheFixtureClaims(_ fixture: Fixture.Case) throws {
    let row = try fixture.row()
    let from = try #require((row["from"] as? String).flatMap { ControlState($0) })
    let to = try #require((row["to"] as? String).flatMap { ControlState($0) })
    let isBare = row["configuration"] is NSNull
    let configuration = try Fixture.properties(row["configuration"] as? [String: Any] ?? [:])
    let button = ResolverInput(
      base: .plain, configuration: isBare ? nil : configuration,
      pluginProperties: try Fixture.properties(row["plugin"] as? [String: Any] ?? [:]),
      state: to)
    var resolver = Resolver()
    let look = resolver.resolveAppearance(button, traits: ResolvedTraits(Traits()))
    var bare = button
    for row in PropertyRegistry.rows where "\(row.name)".hasPrefix("transaction.") {
      bare.pluginProperties[row.property] = nil
    }
    var other = Resolver()
    #expect(look == other.resolveAppearance(bare, traits: ResolvedTraits(Traits())))

    let expected = row["expect"] as? NSDictionary
    let transaction = resolver.transaction(
      wasHighlighted: from.contains(.highlighted), isHighlighted: to.contains(.highlighted))
    guard let transaction else {
      #expect(expected == nil)
      return
    }
    var writer = JSONWriter()
    writer.transaction(transaction)
    let object = try JSONSerialization.jsonObject(with: Data(writer.bytes))
    #expect(object as? NSDictionary == expected)
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
