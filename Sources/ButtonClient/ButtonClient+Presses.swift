public import ButtonModel
package import ButtonProtocol

extension ButtonClient {
  /// A finger, a pen or a mouse button went down on a button, somewhere inside unless a place is
  /// given: points from the top left of the button as drawn.
  @discardableResult
  public func pressBegan(
    _ id: String, at place: (x: Double, y: Double)? = nil, untilPublished: Bool = false
  ) async throws(ClientError) -> PressPhase {
    let location = try place.map(PressLocation.of)
    let wait: Wait? = untilPublished ? .published : nil
    return try await send(PressBeganRequest(id: id, location: location, wait: wait)).phase
  }

  /// What presses a button is somewhere else now.
  @discardableResult
  public func pressMoved(
    _ id: String, to place: (x: Double, y: Double), untilPublished: Bool = false
  ) async throws(ClientError) -> PressPhase {
    let wait: Wait? = untilPublished ? .published : nil
    return try await send(
      PressMovedRequest(id: id, location: try PressLocation.of(place), wait: wait)
    ).phase
  }

  /// What pressed a button was lifted, at the last place unless one is given: performs the action if
  /// that is on the button.
  @discardableResult
  public func pressEnded(
    _ id: String, at place: (x: Double, y: Double)? = nil, untilPublished: Bool = false
  ) async throws(ClientError) -> PressPhase {
    let location = try place.map(PressLocation.of)
    let wait: Wait? = untilPublished ? .published : nil
    return try await send(PressEndedRequest(id: id, location: location, wait: wait)).phase
  }

  /// A press came to nothing.
  @discardableResult
  public func pressCancelled(
    _ id: String, untilPublished: Bool = false
  ) async throws(ClientError) -> PressPhase {
    let wait: Wait? = untilPublished ? .published : nil
    return try await send(PressCancelledRequest(id: id, wait: wait)).phase
  }

  /// Says how large this client draws a button, in points; presses are measured by it.
  public func reportLayout(
    of id: String, width: Double, height: Double
  ) async throws(ClientError) {
    guard let size = DrawnSize(width: width, height: height) else {
      throw ClientError(
        .unsendable, "a button is drawn 0 to \(Int(PressLocation.farthest)) points wide and high")
    }
    _ = try await send(LayoutReportRequest(id: id, size: size))
  }

  /// The actions of buttons as they are performed, by whomever, from now on.
  public func actions(matching match: ButtonMatch = "*") -> ButtonActions {
    actions(ActionsSubscribeRequest(match: match.match))
  }

  /// The actions of a subscription.
  package func actions(_ request: ActionsSubscribeRequest) -> ButtonActions {
    ButtonActions(client: self, request: request)
  }
}

extension PressLocation {
  /// The place with these coordinates.
  fileprivate static func of(_ place: (x: Double, y: Double)) throws(ClientError) -> PressLocation {
    guard let location = PressLocation(x: place.x, y: place.y) else {
      throw ClientError(
        .unsendable, "a place is within ±\(Int(farthest)) points of the button's top left corner")
    }
    return location
  }
}
