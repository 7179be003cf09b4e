import ButtonProtocol
import SatelliteAPI

/// A manifest and settings, a line each and not in Base64 yet, then lines of a deck's client: whatever they are,
/// they make a device whose controls lie within its bounds, or an error that says why.
@c(LLVMFuzzerTestOneInput)
func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let parts = UnsafeBufferPointer(start: bytes, count: count).split(
    separator: 0x0A, omittingEmptySubsequences: false)
  guard parts.count >= 3 else { return 0 }
  let (manifest, settings) = (Base64.text(Array(parts[0])), Base64.text(Array(parts[1])))
  let begin = Array("ADD-DEVICE DEVICEID=a PRODUCT_NAME=b ".utf8)
  for arguments in ["LAYOUT_MANIFEST=\(manifest)", "CONFIG_FIELDS=\(settings)", ""] {
    check(begin + arguments.utf8 + " ".utf8 + parts[2], parts.dropFirst(3))
  }
  for line in parts.dropFirst(2) { check(Array(line), parts.dropFirst(3)) }
  return 0
}

private func check(
  _ description: [UInt8], _ lines: ArraySlice<Slice<UnsafeBufferPointer<UInt8>>>
) {
  let device: SatelliteDevice
  do throws(SatelliteError) {
    device = try SatelliteDevice(SatelliteLine(description))
  } catch {
    return check(error)
  }
  precondition((1...SatelliteDevice.mostControls).contains(device.controls.count), "no controls")
  for control in device.controls {
    precondition(control.row >= 0 && control.column >= 0, "a control beside the device")
    guard let size = control.face.bitmap else { continue }
    for side in [size.width, size.height] {
      precondition(SatelliteDevice.sides.contains(side), "a picture that is never drawn")
    }
  }
  for line in lines {
    let line = SatelliteLine(line)
    do throws(SatelliteError) {
      let place = try device.control(in: line)
      precondition(device.controls.indices.contains(place), "no control")
    } catch {
      check(error)
    }
  }
}

/// An error is one line, whatever the client has sent.
private func check(_ error: SatelliteError) {
  precondition(!error.message.isEmpty, "an error without words")
  let line = SatelliteMessage.failure("ADD-DEVICE", device: "a", error.message).line
  precondition(line.filter { $0 == 0x0A }.count == 1 && line.last == 0x0A, "more than a line")
}
