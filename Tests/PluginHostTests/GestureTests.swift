import Supervision
import TestSupport
import Testing

@testable import PluginHost

extension PluginHostSuite {
  /// A gesture is a batch of one button for deadlines and deaths, with an answer of its own.
  @Suite struct GestureTests {
    @Test func gesturesAndBatchesAreAnsweredInTheirOrder() throws {
      let fixture = try HostFixture(["good"], figures: HostFixture.patient)
      try fixture.start()
      fixture.send([1, 2])
      _ = fixture.sendGesture(on: 1)
      _ = fixture.sendGesture(on: 1)
      fixture.send([1])
      try fixture.wait(for: .answered(1, 4))
      let answers = fixture.news.filter { news in
        switch news {
        case .answered, .answeredGesture: true
        default: false
        }
      }
      #expect(
        answers == [
          .answered(1, 1), .answeredGesture(1, 2), .answeredGesture(1, 3), .answered(1, 4),
        ])
      #expect(fixture.reports() == [])
      try fixture.finish()
    }

    @Test func theButtonOfAGestureIsBlamedForADeath() throws {
      let fixture = try HostFixture(["poison"], figures: HostFixture.patient)
      try fixture.start()
      _ = fixture.sendGesture(on: 13)
      try fixture.run(until: "its end") { !fixture.reports().isEmpty }
      #expect(fixture.reports()[0].blame == .suspected(13))
      try fixture.finish()
    }

    @Test func aGestureThatIsNotAnsweredEndsTheWorker() throws {
      var figures = HostFixture.patient
      figures.batchTime = 20 * .millisecond
      let fixture = try HostFixture(["silent"], figures: figures)
      try fixture.start()
      _ = fixture.sendGesture(on: 1)
      try fixture.run(until: "its end") { !fixture.reports().isEmpty }
      #expect(fixture.reports()[0].reason == .hung)
      try fixture.finish()
    }

    @Test(arguments: [true, false])
    func anAnswerOfTheWrongKindEndsTheWorker(isGesture: Bool) throws {
      let fixture = try HostFixture(["mistakes"], figures: HostFixture.patient)
      try fixture.start()
      if isGesture { _ = fixture.sendGesture(on: 1) } else { fixture.send([1]) }
      try fixture.run(until: "its end") { !fixture.reports().isEmpty }
      #expect(fixture.reports()[0].message.contains("answered batch 1 with a"))
      try fixture.finish()
    }
  }
}
