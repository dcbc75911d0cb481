/** Sends if the socket is open. */
export function sendText(socket: WebSocket, text: string): void {
  if (socket.readyState !== WebSocket.OPEN) return
  try {
    socket.send(text)
  } catch {
    // The socket closed after the check. The platform calls `webSocketClose`.
  }
}

/** Reserved code for a close frame without a code (RFC 6455, 7.4.1). It must not be sent. */
const NO_CODE = 1005

/** @param reason at most 123 bytes */
export function closeQuietly(socket: WebSocket, code: number, reason: string): void {
  try {
    if (code === NO_CODE) socket.close()
    else socket.close(code, reason)
  } catch {
    // The socket is already closed, or the code is reserved.
  }
}
