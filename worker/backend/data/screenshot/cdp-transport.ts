import { AppError } from '#shared/client/errors.ts'

/** Transport to a browser, in the shape that its driver expects. */
export type BrowserTransport = {
  send(message: string): void
  close(): void
  onmessage?: (message: string) => void
  onclose?: () => void
}

/**
 * Opens a socket to a browser that was started with a debugging port.
 *
 * @param address of the port, or of the socket itself. https://chromedevtools.github.io/devtools-protocol/
 */
export async function openTransport(address: string, send: typeof fetch): Promise<BrowserTransport> {
  const socketUrl = address.startsWith('ws') ? address : await fetchSocketUrl(address, send)
  const response = await send(socketUrl.replace(/^ws/, 'http'), { headers: { upgrade: 'websocket' } })
  const socket = response.webSocket
  if (!socket) throw new AppError('UPSTREAM_FAILED', 'The browser cannot be reached.')
  const transport: BrowserTransport = {
    send: (message) => socket.send(message),
    close: () => socket.close(),
  }
  socket.addEventListener('message', ({ data }) => transport.onmessage?.(String(data)))
  // A message that is too long raises an error event without a close event.
  for (const end of ['close', 'error'] as const) socket.addEventListener(end, () => transport.onclose?.())
  socket.accept()
  return transport
}

async function fetchSocketUrl(address: string, send: typeof fetch): Promise<string> {
  const response = await send(new URL('/json/version', address).href)
  const { webSocketDebuggerUrl } = await response.json<{ webSocketDebuggerUrl?: string }>()
  if (webSocketDebuggerUrl === undefined) throw new AppError('UPSTREAM_FAILED', 'The browser cannot be reached.')
  return webSocketDebuggerUrl
}
