import { createServer, type IncomingMessage, request as forward, type ServerResponse } from 'node:http'
import { PassThrough } from 'node:stream'
import { freePort } from './ports.ts'

export type HttpProxy = { url: string; close: () => void }

/**
 * Forwards HTTP requests and responses unchanged between two endpoints.
 *
 * @param goal the target URL, evaluated per request because the target may restart
 * @param onRequest called first for each request, and may delay it
 */
export async function openProxy(
  goal: () => string,
  onRequest: (request: IncomingMessage) => void | Promise<void>,
): Promise<HttpProxy> {
  const server = createServer((request, response) => void pass(request, response))
  async function pass(request: IncomingMessage, response: ServerResponse) {
    // A listener on the request would start its body flowing; this buffers it until it can be forwarded.
    const body = request.pipe(new PassThrough())
    await onRequest(request)
    // Headers are forwarded unchanged, including the host, so the target builds its file URLs from this address.
    const { hostname, port } = new URL(goal())
    const onward = forward({ hostname, port, path: request.url, method: request.method, headers: request.headers })
    onward.once('response', (upstream) => upstream.pipe(response.writeHead(upstream.statusCode!, upstream.headers)))
    onward.once('error', () => response.destroy())
    // It does not handle the page's sockets.
    onward.once('upgrade', (_, socket) => {
      socket.destroy()
      response.destroy()
    })
    body.pipe(onward)
  }
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${port}`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
