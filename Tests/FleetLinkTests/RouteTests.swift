import ButtonModel
import Testing

@testable import FleetLink

/// Which scope a change is for.
@Suite struct RouteTests {
  private static let scopes: [ScopeSettings] = {
    var chain = ScopeSettings(name: "chain", keys: [.init("price"), .init("store")])
    chain.isReadOnly = true
    return [
      ScopeSettings(
        name: "shop",
        keys: [.init("stock", .count), .init("stock.name", .yield), .init("order", .yield)],
        buttons: [.init("menu")], definitions: [.init("menu")]),
      chain,
    ]
  }()

  private func route(_ keys: [UTF8String]) throws -> FleetRoute {
    let routes = try FleetRoutes(Self.scopes)
    return routes.route(keys.map { StateOperation(key: $0, kind: .increment(by: .int(1))) })
  }

  @Test(
    arguments: [
      ("checkout.itemCount", nil), ("stocks", nil), ("stoc", nil), ("stock", 0), ("stock.a", 0),
      ("stock.name.a", 0), ("order.7", 0), ("price", 1), ("!menu", 0), ("!menu.a", 0),
      ("!stock", nil),
      ("menu", nil),
    ] as [(UTF8String, Int?)])
  func aKeyBelongsToOneScopeOrNone(_ key: UTF8String, _ scope: Int?) throws {
    #expect(try route([key]) == (scope.map { .shared(scope: $0, local: []) } ?? .local))
  }

  @Test func sharedChangesThatWaitMayHaveLocalOnesBesideThem() throws {
    #expect(
      try route(["checkout.a", "stock.a", "checkout.b"]) == .shared(scope: 0, local: [0, 2]))
  }

  /// Half of it would show before the other half is decided.
  @Test func localChangesBesideOnesThatCannotWaitAreRefused() throws {
    #expect(try route(["checkout.a", "!menu"]) == .mixed(local: "checkout.a", shared: "!menu"))
  }

  @Test func aChangeHasOneScope() throws {
    #expect(try route(["stock.a", "price.a"]) == .twoScopes("stock.a", "price.a"))
  }

  @Test(arguments: ["stock", "stock.a", "price", "price.a.b"])
  func scopesMayNotOverlap(_ prefix: String) {
    let third = ScopeSettings(name: "third", keys: [.init(UTF8String(prefix))])
    #expect(throws: FleetRoutes.Overlap.self) { try FleetRoutes(Self.scopes + [third]) }
  }
}
