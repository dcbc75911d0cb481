import { AppError } from '#shared/client/errors.ts'

/** The way to a browser, as its driver wants it. */
export type BrowserTransport = {
  send(message: string): void
  close(): void
  onmessage?: (message: string) => void
  onclose?: () => void
}

/**
 * A socket to a browser that was started with a debugging port.
 *
 * @param address the port's, or of a socket itself. https://chromedevtools.github.io/devtools-protocol/
 */
export async function openTransport(address: string, send: typeof fetch): Promise<BrowserTransport> {
  const socketUrl = address.startsWith('ws') ? address : await askForSocket(address, send)
  const response = await send(socketUrl.replace(/^ws/, 'http'), { headers: { upgrade: 'websocket' } })
  const socket = response.webSocket
  if (!socket) throw new AppError('UPSTREAM_FAILED', 'The browser cannot be reached.')
  const transport: BrowserTransport = {
    send: (message) => socket.send(message),
    close: () => socket.close(),
  }
  socket.addEventListener('message', ({ data }) => transport.onmessage?.(String(data)))
  // A message that is too long is an error, and no closing.
  for (const end of ['close', 'error'] as const) socket.addEventListener(end, () => transport.onclose?.())
  socket.accept()
  return transport
}

async function askForSocket(address: string, send: typeof fetch): Promise<string> {
  const response = await send(new URL('/json/version', address).href)
  const { webSocketDebuggerUrl } = await response.json<{ webSocketDebuggerUrl?: string }>()
  if (webSocketDebuggerUrl === undefined) throw new AppError('UPSTREAM_FAILED', 'The browser cannot be reached.')
  return webSocketDebuggerUrl
}
