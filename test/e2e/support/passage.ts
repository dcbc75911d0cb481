import { createServer, type IncomingMessage, request as forward, type ServerResponse } from 'node:http'
import { PassThrough } from 'node:stream'
import { freePort } from './ports.ts'

export type Passage = { url: string; close: () => void }

/**
 * Stands between two ends that speak HTTP, and hands everything on as it is.
 *
 * @param goal where to, asked for each request because the other end may start anew
 * @param onRequest hears of each request first, and may keep it waiting
 */
export async function openPassage(
  goal: () => string,
  onRequest: (request: IncomingMessage) => void | Promise<void>,
): Promise<Passage> {
  const server = createServer((request, response) => void pass(request, response))
  async function pass(request: IncomingMessage, response: ServerResponse) {
    // A listener on the request sets its body flowing; here it waits for the way on.
    const body = request.pipe(new PassThrough())
    await onRequest(request)
    // The headers go on as they are, the host too: the other end then names its files by this address.
    const { hostname, port } = new URL(goal())
    const onward = forward({ hostname, port, path: request.url, method: request.method, headers: request.headers })
    onward.once('response', (answer) => answer.pipe(response.writeHead(answer.statusCode!, answer.headers)))
    onward.once('error', () => response.destroy())
    // Sockets of the page are not its business.
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
