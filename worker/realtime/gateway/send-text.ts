/** Sends if the socket is open. */
export function sendText(socket: WebSocket, text: string): void {
  if (socket.readyState !== WebSocket.OPEN) return
  try {
    socket.send(text)
  } catch {
    // It closed between the two lines; the platform calls `webSocketClose`.
  }
}

/** Stands for a close frame without a code (RFC 6455, 7.4.1): reserved, so it must not be sent in the answer. */
const NO_CODE = 1005

/** @param reason at most 123 bytes */
export function closeQuietly(socket: WebSocket, code: number, reason: string): void {
  try {
    if (code === NO_CODE) socket.close()
    else socket.close(code, reason)
  } catch {
    // Closed already, or with a reserved code.
  }
}
