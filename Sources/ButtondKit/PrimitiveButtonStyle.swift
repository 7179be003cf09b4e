/// A style that owns its gesture: it gets the pointer's events, and decides what they mean.
///
/// Its entry in the manifest says `"isPrimitive": true`. The look is made by `update` as ever, from
/// `context.isHighlighted` for one.
///
/// ```swift
/// struct LongPress: PrimitiveButtonStyle {
///   func gesture(
///     _ event: PointerEvent, _ press: inout Press<NoScratch>, in context: borrowing Context
///   ) {
///     if event.phase == .began { press.setTimer(milliseconds: 500) }
///     press.isPressed = event.isInside
///   }
///
///   func timerFired(_ press: inout Press<NoScratch>, in context: borrowing Context) {
///     if press.isPressed { press.trigger() }
///   }
///   …
/// }
/// ```
public protocol PrimitiveButtonStyle: ButtonStyle {
  /// What is remembered from event to event of one press.
  associatedtype Scratch: PressScratch = NoScratch

  /// Takes an event of a press. A thrown error ends the press without an action.
  func gesture(
    _ event: PointerEvent, _ press: inout Press<Scratch>, in context: borrowing Context
  ) throws

  /// Called when the time has come that ``Press/setTimer(milliseconds:)`` set, while the press goes on. A
  /// thrown error ends the press without an action.
  func timerFired(_ press: inout Press<Scratch>, in context: borrowing Context) throws
}

extension PrimitiveButtonStyle {
  /// Does nothing: most styles set no timer.
  public func timerFired(_ press: inout Press<Scratch>, in context: borrowing Context) throws {}
}

/// What a style may remember of a press: at most 64 bytes of numbers and structs of numbers.
///
/// The daemon keeps the bytes, and hands them back for the same press to the same style.
public protocol PressScratch: BitwiseCopyable, Sendable {
  /// The scratch of a press that begins.
  init()
}

/// Nothing to remember.
public struct NoScratch: PressScratch {
  /// Nothing.
  public init() {}
}

extension Int: PressScratch {}
extension Double: PressScratch {}
