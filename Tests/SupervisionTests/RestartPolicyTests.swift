import Supervision
import Testing

@Suite struct RestartPolicyTests {
  private static let second: UInt64 = 1_000 * .millisecond

  private func policy(_ change: (inout RestartFigures) -> Void = { _ in }) -> RestartPolicy {
    var figures = RestartFigures()
    change(&figures)
    return RestartPolicy(figures: figures)
  }

  @Test func theFirstDeathAfterGoodServiceIsMadeGoodAtOnce() {
    var policy = policy()
    #expect(policy.isClean)
    #expect(policy.died(at: 1, hadServedWell: true, jitter: 0) == .restart(after: 0))
    #expect(
      policy.died(at: 2, hadServedWell: true, jitter: 0) == .restart(after: 100 * .millisecond))
    #expect(!policy.isClean)
  }

  @Test func waitsDoubleUpToTheCap() {
    var policy = policy { $0.intensity = 1_000 }
    var waits: [UInt64] = []
    for _ in 0..<12 {
      guard case .restart(let wait) = policy.died(at: 1, hadServedWell: false, jitter: 0) else {
        Issue.record("quarantined")
        return
      }
      waits.append(wait / .millisecond)
    }
    #expect(
      waits == [100, 200, 400, 800, 1_600, 3_200, 6_400, 12_800, 25_600, 30_000, 30_000, 30_000])
  }

  @Test(arguments: [-1.0, 0, 1])
  func jitterVariesAWaitByAFifth(jitter: Double) {
    var policy = policy()
    let wait = UInt64(100 + 20 * jitter) * .millisecond
    #expect(policy.died(at: 1, hadServedWell: false, jitter: jitter) == .restart(after: wait))
  }

  @Test(arguments: [0, 4, 5])
  func oneDeathMoreThanTheIntensityIsAQuarantine(intensity: Int) {
    var policy = policy { $0.intensity = intensity }
    for number in 0..<intensity {
      policy.endWaiting(UInt64(number))
      let decision = policy.died(at: UInt64(number), hadServedWell: false, jitter: 0)
      #expect(decision != .quarantine(until: policy.probeAt ?? 0), "death \(number)")
    }
    let now = UInt64(intensity)
    let probe = now + 15 * 60 * Self.second
    #expect(
      policy.died(at: now, hadServedWell: false, jitter: 0) == .quarantine(until: probe))
    #expect(policy.probeAt == probe)
    #expect(policy.isQuarantined)
  }

  @Test func waitsDoNotHideAProcessThatOnlyDies() {
    var policy = policy { $0.backoff = 30 * Self.second }
    var now: UInt64 = 0
    for _ in 0..<5 {
      guard case .restart(let wait) = policy.died(at: now, hadServedWell: false, jitter: 0) else {
        Issue.record("quarantined too early")
        return
      }
      now += wait
      policy.endWaiting(now)
    }
    _ = policy.died(at: now, hadServedWell: false, jitter: 0)
    #expect(policy.isQuarantined)
  }

  @Test func deathsFarApartAreNoQuarantine() {
    var policy = policy { $0.backoff = 0 }
    for number in 0..<100 {
      let now = UInt64(number) * 13 * Self.second
      _ = policy.died(at: now, hadServedWell: false, jitter: 0)
    }
    #expect(!policy.isQuarantined)
  }

  @Test func aFailedProbeProlongsAQuarantine() {
    var policy = policy { $0.intensity = 0 }
    _ = policy.died(at: 0, hadServedWell: false, jitter: 0)
    policy.endWaiting(15 * 60 * Self.second)
    let later = 16 * 60 * Self.second
    #expect(
      policy.died(at: later, hadServedWell: true, jitter: 0)
        == .quarantine(until: later + 15 * 60 * Self.second))
    #expect(
      policy.couldNotStart(at: later, jitter: 0)
        == .quarantine(until: later + 15 * 60 * Self.second))
  }

  @Test func forgettingEndsAQuarantineAndSaysSo() {
    var policy = policy { $0.intensity = 0 }
    #expect(policy.forget() == false)
    _ = policy.died(at: 0, hadServedWell: false, jitter: 0)
    #expect(policy.forget() == true)
    #expect(policy.isClean)
  }

  @Test func anExplainedDeathDoesNotCount() {
    var policy = policy { $0.intensity = 1 }
    let stamp = policy.stamp(at: 7)
    _ = policy.died(at: 7, hadServedWell: false, jitter: 0)
    policy.uncount(stamp)
    policy.endWaiting(7)
    _ = policy.died(at: 8, hadServedWell: false, jitter: 0)
    #expect(!policy.isQuarantined)
  }

  @Test func aStartThatFailsWaitsAndIsNoDeath() {
    var policy = policy { $0.intensity = 0 }
    #expect(
      policy.couldNotStart(at: 0, jitter: 0) == .restart(after: 100 * .millisecond))
    #expect(!policy.isQuarantined)
  }

  @Test func aStartThatFailsWaitsEvenWhereDeathsDoNot() {
    var policy = policy { $0.backoff = 0 }
    #expect(policy.died(at: 0, hadServedWell: false, jitter: 0) == .restart(after: 0))
    for _ in 1...3 {
      #expect(
        policy.couldNotStart(at: 0, jitter: -1) == .restart(after: 100 * .millisecond))
    }
  }
}
