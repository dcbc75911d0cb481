/** Sends to whoever is still there. */
export function sendText(socket: WebSocket, text: string): void {
  if (socket.readyState !== WebSocket.OPEN) return
  try {
    socket.send(text)
  } catch {
    // It went away between the two lines; its host is told by the platform.
  }
}

/** Stands for none: nobody may send it, and whoever hung up without a code waits for an answer like everybody else. */
const NO_CODE = 1005

/** @param reason at most 123 bytes */
export function closeQuietly(socket: WebSocket, code: number, reason: string): void {
  try {
    if (code === NO_CODE) socket.close()
    else socket.close(code, reason)
  } catch {
    // Closed already, or with a code that nobody may send.
  }
}
