import type { Host } from '#shared/client/host.ts'
import type { TestApp } from './app.ts'

/** Opens sockets to a Worker in the same isolate. */
export const createSockets =
  (app: Pick<TestApp, 'send'>): Host['openSocket'] =>
  (url, { onOpen, onText, onClose }) => {
    let socket: WebSocket | null = null
    let isHeard = true
    void app.send(url.replace(/^wss?:\/\/[^/]+/, ''), { headers: { upgrade: 'websocket' } }).then((response) => {
      socket = response.webSocket
      if (socket === null) return onClose()
      socket.addEventListener('message', ({ data }) => {
        if (isHeard) onText(String(data))
      })
      socket.addEventListener('close', () => {
        if (isHeard) onClose()
        isHeard = false
      })
      socket.accept()
      if (isHeard) onOpen()
      else socket.close(1000, 'gone')
    })
    return {
      send: (text) => socket?.send(text),
      close() {
        socket?.close(1000, 'gone')
        isHeard = false
      },
    }
  }
