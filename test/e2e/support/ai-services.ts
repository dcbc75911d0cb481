import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  type Responder,
  createSettings,
  respondNormally,
  readFields,
  type RecordedRequest,
} from '../../support/ai-stand-ins.ts'

/** Starts stand-ins for AI providers, each under its own path; each responds as `answering` says. */
export async function startAiServices(port = 0) {
  const services = { requests: [] as RecordedRequest[], respond: respondNormally as Responder, url: '' }
  const server = createServer((request, response) => {
    const pass = async ({ status, headers, body }: Response) => {
      response.writeHead(status, Object.fromEntries(headers))
      const reader = body?.getReader()
      response.once('close', () => void reader?.cancel().catch(() => undefined))
      for (let read = await reader?.read(); read?.done === false; read = await reader?.read())
        response.write(read.value)
      response.end()
    }
    respond(request)
      .then(pass)
      .catch(() => response.destroy())
  })

  async function respond(request: IncomingMessage): Promise<Response> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const [, provider = '', ...rest] = request.url!.split('?')[0]!.split('/')
    const headers = request.headers as Record<string, string>
    const body = chunks.length === 0 ? null : Buffer.concat(chunks)
    const requests: RecordedRequest = {
      provider,
      base: `${services.url}/${provider}`,
      method: request.method!,
      path: `/${rest.join('/')}`,
      headers,
      body: await readFields(
        new Request('http://x.example', {
          method: 'POST',
          headers: { 'content-type': headers['content-type'] ?? '' },
          body,
        }),
      ),
      signal: null,
    }
    services.requests.push(requests)
    return services.respond(requests)
  }

  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  services.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    services,
    /** The settings that make a server use a provider's stand-in. */
    settingsFor: (provider: string) => createSettings(provider, (name) => `${services.url}/${name}`),
    close: () =>
      new Promise<unknown>((resolve) => {
        server.close(resolve)
        server.closeAllConnections()
      }),
  }
}

export type AiServices = Awaited<ReturnType<typeof startAiServices>>['services']
