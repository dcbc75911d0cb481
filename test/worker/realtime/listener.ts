import { vi } from 'vitest'
import { as, PROJECT, sendJson } from '../../support/backend.ts'
import type { TestApp } from '../../support/app.ts'

export type Frame = { type: string; payload: Record<string, unknown> }

/** A raw socket with the frames it received and how it closed. */
export type Listener = Awaited<ReturnType<typeof connect>>

/** Calls to the HTTP routes of channels, with the public key by default. */
export function channelCalls(app: () => TestApp) {
  const at = `/api/realtime/${PROJECT}`
  return {
    post: (message: Record<string, unknown>, headers: Record<string, string> = as.public()) =>
      sendJson(app(), `${at}/publish`, { type: 'said', data: null, ...message }, { headers }),
    get: async (path: string, headers: Record<string, string> = as.public()) =>
      (await app().send(`${at}/${path}`, { headers })).json<Record<string, unknown>>(),
  }
}

/** Upgrades a request to a WebSocket. @param query appended to the project, such as `&frames=many` */
export const upgrade = (app: Pick<TestApp, 'send'>, query = '', headers: Record<string, string> = {}) =>
  app.send(`/?project_id=${PROJECT}${query}`, { headers: { upgrade: 'websocket', ...headers } })

export async function connect(app: Pick<TestApp, 'send'>, query = '', headers: Record<string, string> = {}) {
  const response = await upgrade(app, query, headers)
  if (response.webSocket === null) throw new Error(`no socket: ${response.status} ${await response.text()}`)
  const socket = response.webSocket
  const heard: Frame[] = []
  let ended: { code: number; reason: string } | null = null
  socket.addEventListener('message', ({ data }) => void heard.push(JSON.parse(String(data)) as Frame))
  socket.addEventListener('close', ({ code, reason }) => void (ended = { code, reason }))
  socket.accept()

  const say = (type: string, payload: unknown) => socket.send(JSON.stringify({ type, payload }))
  const of = (type: string, channel?: string) =>
    heard.filter((frame) => frame.type === type && (channel === undefined || frame.payload['channel'] === channel))

  /** The n-th frame of a type, from 1. */
  const nth = async (type: string, n: number, channel?: string): Promise<Frame['payload']> => {
    await vi.waitFor(
      () => {
        if (of(type, channel).length < n)
          throw new Error(
            `heard ${of(type, channel).length} of ${n} ${type}, all: ${JSON.stringify(heard).slice(0, 1500)}`,
          )
      },
      { timeout: 5000, interval: 2 },
    )
    return of(type, channel)[n - 1]!.payload
  }
  return {
    socket,
    heard,
    say,
    of,
    nth,
    ended: () => ended,
    raw: (text: string | ArrayBuffer) => socket.send(text),
    /** @returns the server's reply */
    async subscribe(channel: string, more: Record<string, unknown> = {}) {
      const before = of('subscribed', channel).length
      say('subscribe', { channel, ...more })
      return nth('subscribed', before + 1, channel)
    },
    /** @returns the message's id */
    async publish(channel: string, data: unknown, more: Record<string, unknown> = {}) {
      const before = of('published', channel).length
      say('publish', { channel, type: 'said', data, ...more })
      return String((await nth('published', before + 1, channel))['messageId'])
    },
    /** Every message of a channel, in single or batched frames. */
    messages: (channel: string): Record<string, unknown>[] =>
      heard.flatMap(({ type, payload }) => {
        if (payload['channel'] !== channel) return []
        if (type === 'message') return [payload]
        return type === 'messages' ? (payload['messages'] as Record<string, unknown>[]) : []
      }),
    close: () => socket.close(1000, 'bye'),
  }
}
