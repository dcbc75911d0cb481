import { AppError } from '../errors.ts'
import { isRecord } from '../failure.ts'
import { CLIENT_FAILURE } from '../texts.ts'
import type { CallOptions, Transport } from '../transport.ts'
import type { HistoryPage } from './inbox.ts'
import { type Presence, readMessages, readPresence, type RealtimeMessage } from './messages.ts'

export type Speech = {
  readonly userId?: string | undefined
  readonly metadata?: unknown
}

export type HistoryOptions = CallOptions & {
  readonly limit?: number | undefined
  /** The first message's id (inclusive). */
  readonly start?: string | undefined
  /** The last message's id (inclusive). */
  readonly end?: string | undefined
}

/** A range of messages between two ids (exclusive). */
export type GetMessages = CallOptions & {
  readonly limit?: number
  readonly after?: string
  readonly before?: string
}

export type Calls = ReturnType<typeof createCalls>

const failure = { kind: 'realtime' } as const
const unreadable = () => new AppError('INTERNAL', CLIENT_FAILURE.unreadableAnswer, { kind: 'realtime' })

/** Realtime calls over HTTP, without a socket. Each throws an AppError of kind `realtime`. */
export function createCalls({ call }: Transport, projectId: string) {
  const base = `/api/realtime/${encodeURIComponent(projectId)}`

  async function messages(
    channel: string,
    { limit, start, end, ...options }: HistoryOptions = {},
  ): Promise<HistoryPage> {
    const query = new URLSearchParams({
      channel,
      ...(limit === undefined ? {} : { limit: String(limit) }),
      start: start ?? '-',
      end: end ?? '+',
    })
    const path = `${base}/messages?${query.toString()}`
    const { body } = await call({ method: 'GET', path, failure, ...options })
    if (!isRecord(body) || !Array.isArray(body['messages'])) throw unreadable()
    return { messages: readMessages(body['messages'], channel), hasMore: body['hasMore'] === true }
  }

  return {
    /** @returns the message's id */
    async publish(
      channel: string,
      type: string,
      data: unknown,
      { userId, metadata, ...options }: Speech & CallOptions = {},
    ): Promise<string> {
      const json = { channel, type, data, userId, metadata }
      const { body } = await call({ method: 'POST', path: `${base}/publish`, json, failure, ...options })
      if (isRecord(body) && typeof body['messageId'] === 'string') return body['messageId']
      throw unreadable()
    },

    async presence(channel: string, options: CallOptions = {}): Promise<Presence> {
      const path = `${base}/presence?${new URLSearchParams({ channel }).toString()}`
      const { body } = await call({ method: 'GET', path, failure, ...options })
      const presence = readPresence(body)
      if (presence === null) throw unreadable()
      return presence
    },

    /** Fetches a page of history, oldest first. */
    messages,

    async between(channel: string, { limit, after, before, ...options }: GetMessages): Promise<RealtimeMessage[]> {
      const bounds = [after, before].filter((id) => id !== undefined)
      const page = await messages(channel, {
        ...options,
        start: after,
        end: before,
        // The server includes both ends.
        limit: limit === undefined ? undefined : limit + bounds.length,
      })
      return page.messages.filter(({ id }) => !bounds.includes(id)).slice(0, limit)
    },
  }
}
