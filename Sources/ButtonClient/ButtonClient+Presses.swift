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
