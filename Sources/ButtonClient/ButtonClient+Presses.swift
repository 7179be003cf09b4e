public import ButtonModel
package import ButtonProtocol

extension ButtonClient {
  /// Begins a press, at a point measured from the top left of the button as drawn, or somewhere inside.
  @discardableResult
  public func pressBegan(
    _ id: String, at point: (x: Double, y: Double)? = nil, untilPublished: Bool = false
  ) async throws(ClientError) -> PressPhase {
    let location = try point.map(PressLocation.of)
    return try await send(
      PressBeganRequest(id: id, location: location, wait: untilPublished ? .published : nil)
    ).phase
  }

  /// Moves a press to a point.
  @discardableResult
  public func pressMoved(
    _ id: String, to point: (x: Double, y: Double), untilPublished: Bool = false
  ) async throws(ClientError) -> PressPhase {
    return try await send(
      PressMovedRequest(
        id: id, location: try PressLocation.of(point), wait: untilPublished ? .published : nil)
    ).phase
  }

  /// Ends a press, at the last point unless one is given; if that is on the button, its action is
  /// performed.
  @discardableResult
  public func pressEnded(
    _ id: String, at point: (x: Double, y: Double)? = nil, untilPublished: Bool = false
  ) async throws(ClientError) -> PressPhase {
    let location = try point.map(PressLocation.of)
    return try await send(
      PressEndedRequest(id: id, location: location, wait: untilPublished ? .published : nil)
    ).phase
  }

  /// Cancels a press: no action is performed.
  @discardableResult
  public func pressCancelled(
    _ id: String, untilPublished: Bool = false
  ) async throws(ClientError) -> PressPhase {
    return try await send(PressCancelledRequest(id: id, wait: untilPublished ? .published : nil))
      .phase
  }

  /// Chooses an entry of a button's menu, whose action is performed; returns the revision after it.
  @discardableResult
  public func choose(
    _ item: String, inMenuOf id: String, untilPublished: Bool = false
  ) async throws(ClientError) -> UInt64 {
    return try await send(
      MenuChooseRequest(button: id, item: item, wait: untilPublished ? .published : nil)
    ).revision
  }

  /// Reports how large this client draws a button, in points; presses are measured by it.
  public func reportLayout(
    of id: String, width: Double, height: Double
  ) async throws(ClientError) {
    guard let size = DrawnSize(width: width, height: height) else {
      throw ClientError(
        .unsendable, "width and height are 0 to \(Int(PressLocation.farthest)) points")
    }
    _ = try await send(LayoutReportRequest(id: id, size: size))
  }

  /// The actions of buttons from now on, no matter who performs them.
  public func actions(matching match: ButtonMatch = "*") -> ButtonActions {
    actions(ActionsSubscribeRequest(match: match.match))
  }

  /// The actions of all daemons of the fleet from now on.
  public func actionsOfFleet(matching match: ButtonMatch = "*") -> ButtonActions {
    var request = ActionsSubscribeRequest(match: match.match)
    request.isOfFleet = true
    return actions(request)
  }

  /// The fleet's actions, of which each goes to one subscriber of the group, who ends it with ``done(_:_:)``.
  ///
  /// A delivery that is not done after `claimAfterMs`, 1,000 to 3,600,000, goes to another.
  public func actions(
    matching match: ButtonMatch = "*", ofGroup group: String, claimAfterMs: UInt64 = 30_000
  ) -> ButtonActions {
    var request = ActionsSubscribeRequest(match: match.match)
    request.group = group
    request.claimAfterMs = claimAfterMs
    return actions(request)
  }

  /// Ends a delivery and applies operations to keys of its scope, in one step. False, and nothing is
  /// applied, if it went to another meanwhile.
  @discardableResult
  public func done(
    _ action: ButtonAction, _ operations: [StateOperation] = []
  ) async throws(ClientError) -> Bool {
    guard let delivery = action.delivery else {
      throw ClientError(
        .unsendable, "this action was delivered to no group: there is nothing to end")
    }
    let request = ActionsDoneRequest(
      subscription: action.subscription, delivery: delivery, operations: operations)
    return try await send(request).outcome == "done"
  }

  /// The actions of a subscription.
  package func actions(_ request: ActionsSubscribeRequest) -> ButtonActions {
    ButtonActions(client: self, request: request)
  }
}

extension PressLocation {
  /// The location with these coordinates.
  fileprivate static func of(_ point: (x: Double, y: Double)) throws(ClientError) -> PressLocation {
    guard let location = PressLocation(x: point.x, y: point.y) else {
      throw ClientError(
        .unsendable, "a point is within ±\(Int(farthest)) points of the button's top left corner")
    }
    return location
  }
}
