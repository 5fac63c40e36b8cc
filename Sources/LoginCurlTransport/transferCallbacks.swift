// SPDX-License-Identifier: Apache-2.0

// What curl calls on the curl thread. Free functions, so that none can inherit an actor from where it is passed on.
// `context` is the `Transfer`, which the thread keeps until curl has let go of its handle.

/// curl wants more of the request's body.
func curlWantsBody(buffer: UnsafeMutablePointer<CChar>?, size: Int, count: Int, context: UnsafeMutableRawPointer?)
    -> Int
{
    guard let transfer = transfer(context) else { return 0 }
    return transfer.giveBody(to: UnsafeMutableRawBufferPointer(start: buffer, count: size * count))
}

/// curl read a line of the answer's head.
func curlReadHeaderLine(bytes: UnsafeMutablePointer<CChar>?, size: Int, count: Int, context: UnsafeMutableRawPointer?)
    -> Int
{
    let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
    guard let transfer = transfer(context), transfer.takeHeaderLine(line) else { return 0 }
    return size * count
}

/// curl read a piece of the answer's body.
func curlReadBody(bytes: UnsafeMutablePointer<CChar>?, size: Int, count: Int, context: UnsafeMutableRawPointer?) -> Int
{
    let piece = UnsafeRawBufferPointer(start: bytes, count: size * count)
    guard let transfer = transfer(context), transfer.takeBody(piece) else { return 0 }
    return size * count
}

private func transfer(_ context: UnsafeMutableRawPointer?) -> Transfer? {
    context.map { Unmanaged<Transfer>.fromOpaque($0).takeUnretainedValue() }
}
