import Glibc
import Testing

@testable import buttond_gateway

/// Who keeps a place when there are too few.
@Suite struct PlacesTests {
  private let one = Peer.four(1)
  private let two = Peer.four(2)

  /// Places that are all taken by connections of a peer.
  private func full(_ limit: Int, of peer: Peer) -> (places: Places, taken: [Int]) {
    var places = Places(limit: limit)
    let taken = (0..<limit).compactMap { _ in places.enter(from: peer)?.place }
    return (places, taken)
  }

  @Test func aSilentConnectionMakesRoomTheOldestFirst() {
    var (places, taken) = full(4, of: one)
    #expect(taken.count == 4)
    for place in taken { #expect(places.enter(from: one)?.leaving == place) }
  }

  @Test func whatWasHeardLastStaysLongest() {
    var (places, taken) = full(3, of: one)
    places.hear(taken[0])
    #expect(places.enter(from: one)?.leaving == taken[1])
    #expect(places.enter(from: one)?.leaving == taken[2])
    #expect(places.enter(from: one)?.leaving == taken[0])
  }

  @Test func thePeerWithMostMakesRoom() {
    var places = Places(limit: 5)
    let early = places.enter(from: two)?.place
    let many = (0..<4).compactMap { _ in places.enter(from: one)?.place }
    for place in many.prefix(3) { #expect(places.enter(from: one)?.leaving == place) }
    _ = places.enter(from: two)
    _ = places.enter(from: two)
    // Now it is the other one that has most.
    #expect(places.enter(from: one)?.leaving == early)
  }

  @Test func thoseWithTheTokenMakeNoRoom() {
    var (places, taken) = full(3, of: one)
    #expect(places.change(taken[0], to: .trusted) == nil)
    for _ in 0..<20 { #expect(places.enter(from: one)?.leaving != taken[0]) }
  }

  @Test func aPageMakesRoomBeforeAWebSocketDoes() {
    var (places, taken) = full(3, of: one)
    #expect(places.change(taken[0], to: .reading) == nil)
    #expect(places.enter(from: two)?.leaving == taken[1])
    #expect(places.enter(from: two)?.leaving == taken[2])
  }

  @Test func readersLeaveAReserve() {
    var (places, taken) = full(256, of: one)
    #expect(places.readerLimit == 224)
    for place in taken.prefix(224) { #expect(places.change(place, to: .reading) == nil) }
    // One more reader takes the place of another one, and of none that has not asked yet.
    #expect(places.change(taken[224], to: .reading) == taken[0])
    // 31 newcomers that ask for nothing pass before a reader must go.
    for place in taken[225...] { #expect(places.enter(from: two)?.leaving != taken[1], "\(place)") }
  }

  @Test func whoHoldsTheTokenGetsInWhateverReadersDo() {
    var (places, taken) = full(256, of: one)
    for place in taken.prefix(224) { _ = places.change(place, to: .reading) }
    var trusted: Set<Int> = []
    for _ in 0..<255 {
      guard let (place, leaving) = places.enter(from: two) else { break }
      #expect(leaving.map { !trusted.contains($0) } ?? true)
      #expect(places.change(place, to: .trusted) == nil)
      trusted.insert(place)
    }
    #expect(trusted.count == 255)
  }

  @Test func onlyAnotherTokenIsTooMany() {
    var (places, taken) = full(3, of: one)
    for place in taken { _ = places.change(place, to: .trusted) }
    #expect(places.enter(from: two) == nil)
    // One that waits for its next request has a place like any other.
    _ = places.change(taken[1], to: .passing)
    #expect(places.enter(from: two)?.leaving == taken[1])
  }

  @Test func aPlaceThatWasLeftIsFree() {
    var (places, taken) = full(2, of: one)
    places.leave(taken[0])
    let entered = places.enter(from: two)
    #expect(entered != nil && entered?.leaving == nil)
    // What is noted of a connection that has left changes nothing.
    places.hear(taken[0])
    #expect(places.change(taken[0], to: .trusted) == nil)
    #expect(places.enter(from: two)?.leaving == taken[1])
  }

  @Test func oneMachineIsOnePeer() {
    func four(_ text: String) -> Peer {
      var address = in_addr()
      inet_pton(AF_INET, text, &address)
      return Peer(four: address.s_addr)
    }
    func six(_ text: String) -> Peer {
      var address = in6_addr()
      inet_pton(AF_INET6, text, &address)
      return Peer(six: address)
    }
    #expect(four("127.0.0.1") == .thisMachine && four("127.3.2.1") == .thisMachine)
    #expect(six("::1") == .thisMachine)
    #expect(four("192.0.2.1") != four("192.0.2.2"))
    #expect(six("2001:db8:0:1::1") == six("2001:db8:0:1:ffff::9"))
    #expect(six("2001:db8:0:1::1") != six("2001:db8:0:2::1"))
    #expect(Peer(of: nil) == .thisMachine)
  }
}
