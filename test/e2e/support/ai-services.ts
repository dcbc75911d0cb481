import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Answering, type Asked, fieldsOf, ordinary, settingsOf } from '../../support/ai-stand-ins.ts'

/** Other people's AI services on this machine, each below a path of its own; each answers as `answering` says. */
export async function startAiServices() {
  const services = { asked: [] as Asked[], answering: ordinary as Answering, url: '' }
  const server = createServer((request, response) => {
    void answer(request).then(
      async ({ status, headers, body }) => {
        response.writeHead(status, Object.fromEntries(headers))
        const reader = body?.getReader()
        response.once('close', () => void reader?.cancel())
        for (let read = await reader?.read(); read?.done === false; read = await reader?.read())
          response.write(read.value)
        response.end()
      },
      () => response.destroy(),
    )
  })

  async function answer(request: IncomingMessage): Promise<Response> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const [, provider = '', ...rest] = request.url!.split('?')[0]!.split('/')
    const headers = request.headers as Record<string, string>
    const body = chunks.length === 0 ? null : Buffer.concat(chunks)
    const asked: Asked = {
      provider,
      base: `${services.url}/${provider}`,
      method: request.method!,
      path: `/${rest.join('/')}`,
      headers,
      body: await fieldsOf(
        new Request('http://x.example', {
          method: 'POST',
          headers: { 'content-type': headers['content-type'] ?? '' },
          body,
        }),
      ),
      signal: null,
    }
    services.asked.push(asked)
    return services.answering(asked)
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  services.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    services,
    settingsFor: (provider: string) => settingsOf(provider, (name) => `${services.url}/${name}`),
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
