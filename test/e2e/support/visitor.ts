import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Generation, MadeCard } from '#shared/contracts/generations.ts'

export const PORTRAIT = fileURLToPath(new URL('../../fixtures/portrait.jpg', import.meta.url))

/** A visitor without a browser: the product's API over HTTP, with a cookie like a browser's. */
export function createVisitor(url: string, options: { keepsCookies?: boolean; agent?: string } = {}) {
  let cookie: string | null = null
  const agent = options.agent ?? 'Mozilla/5.0 Chrome/140'

  const send = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers)
    headers.set('user-agent', agent)
    if (cookie !== null) headers.set('cookie', cookie)
    const ask = () => fetch(url + path, { ...init, headers })
    const response = await (init.method === undefined ? ask().catch(retryOnce(ask)) : ask())
    const given = response.headers.getSetCookie().find((line) => line.startsWith('visitor='))
    if (given !== undefined && options.keepsCookies !== false) cookie = given.split(';')[0]!
    return response
  }
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    send(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })

  return {
    send,
    post,
    useCookie: (value: string) => (cookie = value),
    /** Requests the front page. @returns the cookie that was set */
    arrive: async () => {
      await (await send('/api/config')).arrayBuffer()
      return cookie
    },
    generate: (fields: Record<string, string> = {}, photo: Blob = portrait()) => {
      const form = new FormData()
      const all = { nickname: 'Ace', number: '12', team: 'Green Bay Packers', armor: 'duck', ...fields }
      for (const [name, value] of Object.entries(all)) form.set(name, value)
      form.set('photo', photo, 'photo.jpg')
      return send('/api/generations', { method: 'POST', body: form })
    },
    /** Polls until the generation is over or `until` returns true. */
    watch: async (
      id: string,
      until = (generation: Generation) => !isWaiting(generation),
      timeoutMs = 60_000,
      pollMs = 100,
    ) => {
      for (const start = Date.now(); Date.now() - start < timeoutMs;) {
        const response = await send(`/api/generations/${id}`).catch(() => null)
        const generation = response?.ok ? ((await response.json()) as Generation) : null
        if (generation !== null && until(generation)) return generation
        await new Promise((resolve) => setTimeout(resolve, pollMs))
      }
      throw new Error(`generation ${id} did not get there in ${timeoutMs} ms`)
    },
  }
}

/** An idle connection may be closed just as it is reused. Read-only requests may be sent again. */
const retryOnce = (ask: () => Promise<Response>) => async (thrown: unknown) => {
  const { code } = (thrown as { cause?: { code?: string } }).cause ?? {}
  if (code !== 'UND_ERR_SOCKET' && code !== 'ECONNRESET') throw thrown
  return ask()
}

export type Visitor = ReturnType<typeof createVisitor>

export const portrait = () => new Blob([readFileSync(PORTRAIT)], { type: 'image/jpeg' })

const isWaiting = ({ state }: Generation) => state === 'checking' || state === 'drawing' || state === 'finishing'

/** A card made from the portrait, still a draft. */
export async function makeDraft(
  visitor: Visitor,
  fields: Record<string, string> = {},
  photo?: Blob,
): Promise<{ jobId: string; card: MadeCard }> {
  const created = (await readResponse(visitor.generate(fields, photo), 202)) as Generation
  const { card, error } = await visitor.watch(created.id)
  if (card === null) throw new Error(`no card: ${error?.message}`)
  return { jobId: created.id, card }
}

/** A card made from the portrait and saved to the Hall. */
export async function makePublicCard(
  visitor: Visitor,
  fields: Record<string, string> = {},
): Promise<{ id: string; imageUrl: string }> {
  const { card } = await makeDraft(visitor, fields)
  await publish(visitor, card)
  return card
}

export async function publish(visitor: Visitor, card: MadeCard): Promise<void> {
  const { playerName, jerseyNumber, teamColors, imageUrl, stats } = card
  await readResponse(visitor.post('/api/cards', { playerName, jerseyNumber, teamColors, imageUrl, stats }), 201)
}

/** The JSON of a response with this status. @throws with the status and body of any other */
async function readResponse(sent: Promise<Response>, status: number): Promise<unknown> {
  const response = await sent
  if (response.status !== status) throw new Error(`${response.status} instead of ${status}: ${await response.text()}`)
  return response.json()
}
