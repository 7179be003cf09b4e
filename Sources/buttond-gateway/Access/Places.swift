/// Decides who keeps a place when more want to connect than there may be.
///
/// A newcomer always gets a place while any is held without the token, since nobody knows yet what it brings:
/// one that is held without a WebSocket goes first, then a WebSocket without the token. Of these it is one of
/// the peer that has most, and of that peer's the one that has been idle for longest. So neither silent
/// connections nor those of readers keep out who holds the token.
struct Places: Sendable {
  /// What a connection is good for; those with lower values give up their places first.
  enum Standing: Int, Sendable {
    /// It has asked for nothing yet, for a page, or for nothing more.
    case passing
    /// It has a WebSocket without the token.
    case reading
    /// It has shown the token, and has a WebSocket or waits for an answer.
    case trusted
  }

  /// One connection.
  private struct Place: Sendable {
    let peer: Peer
    var standing = Standing.passing
    /// When it was last heard, in a count of everything heard.
    var heard: Int
  }

  /// The most places.
  let limit: Int
  /// The most WebSockets without the token: the rest is kept for those who hold it, and for pages.
  let readerLimit: Int
  private var places: [Int: Place] = [:]
  private var heardCount = 0

  init(limit: Int) {
    self.limit = limit
    readerLimit = max(1, limit - max(1, limit / 8))
  }

  /// Gives a newcomer a place, with the number of the one that must leave for it; nil when all are held by
  /// connections that have shown the token.
  mutating func enter(from peer: Peer) -> (place: Int, leaving: Int?)? {
    var leaving: Int?
    if places.count >= limit {
      leaving = idlest(.passing) ?? idlest(.reading)
      guard let leaving else { return nil }
      places[leaving] = nil
    }
    heardCount += 1
    // Each is numbered by the count at its beginning.
    places[heardCount] = Place(peer: peer, heard: heardCount)
    return (heardCount, leaving)
  }

  /// Notes what a connection has become; the place that must be given up for it, if one must.
  mutating func change(_ place: Int, to standing: Standing) -> Int? {
    hear(place)
    guard places[place] != nil, places[place]?.standing != standing else { return nil }
    var leaving: Int?
    if standing == .reading, places.values.count(where: { $0.standing == .reading }) >= readerLimit
    {
      leaving = idlest(.reading)
      if let leaving { places[leaving] = nil }
    }
    places[place]?.standing = standing
    return leaving
  }

  /// Notes that a connection asked for something.
  mutating func hear(_ place: Int) {
    heardCount += 1
    places[place]?.heard = heardCount
  }

  /// Frees the place of a connection that has ended.
  mutating func leave(_ place: Int) { places[place] = nil }

  private func idlest(_ standing: Standing) -> Int? {
    var counts: [Peer: Int] = [:]
    for place in places.values where place.standing == standing {
      counts[place.peer, default: 0] += 1
    }
    let candidates = places.filter { $0.value.standing == standing }
    return candidates.min { left, right in
      let (leftCount, rightCount) = (counts[left.value.peer] ?? 0, counts[right.value.peer] ?? 0)
      return leftCount == rightCount
        ? left.value.heard < right.value.heard : leftCount > rightCount
    }?.key
  }
}
