import assert from 'node:assert/strict'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Answering, type Asked, fieldsOf, ordinary, settingsOf } from '../../support/ai-stand-ins.ts'
import { openStore } from './store.ts'

/** What a character of four bytes begins with. */
const FIRST_OF_FOUR = 0xf0
const GIVEN_BACK_MS = 5000

/** What the service would say, but only to the middle of a character: there it ends, or its connection breaks. */
export const cutShort =
  (how: 'ends' | 'breaks'): Answering =>
  async (asked) => {
    const said = new Uint8Array(await (await ordinary(asked)).arrayBuffer())
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(said.slice(0, said.indexOf(FIRST_OF_FOUR) + 2)),
      async pull(controller) {
        if (how === 'ends') return controller.close()
        // What was said is on its way by then.
        await new Promise(setImmediate)
        controller.error(new Error('cut'))
      },
    })
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  }

/** What the AI calls of a local server have cost so far, by kind, once none of them is held open any more. */
export async function spentAt(dataDir: string): Promise<{ calls: number; pictures: number }> {
  const { rows } = openStore(dataDir)
  const open = () => rows('select holder from ai_leases')
  for (const start = Date.now(); open().length > 0 && Date.now() - start < GIVEN_BACK_MS;) await sleep(50)
  assert.deepEqual(open(), [])
  const spent = rows<{
    kind: string
    used: number
  }>(`select substr(key, 4, instr(substr(key, 4), ':') - 1) as kind, sum(used) as used from window_counters
    where key like 'ai:%' group by kind`)
  return { calls: 0, pictures: 0, ...Object.fromEntries(spent.map(({ kind, used }) => [kind, used])) }
}

/** Other people's AI services on this machine, each below a path of its own; each answers as `answering` says. */
export async function startAiServices() {
  const services = { asked: [] as Asked[], answering: ordinary as Answering, url: '' }
  const server = createServer((request, response) => {
    const pass = async ({ status, headers, body }: Response) => {
      response.writeHead(status, Object.fromEntries(headers))
      const reader = body?.getReader()
      response.once('close', () => void reader?.cancel().catch(() => undefined))
      for (let read = await reader?.read(); read?.done === false; read = await reader?.read())
        response.write(read.value)
      response.end()
    }
    answer(request)
      .then(pass)
      .catch(() => response.destroy())
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
