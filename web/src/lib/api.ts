import * as z from 'zod/mini'
import { AppError, isErrorCode } from '#shared/client/errors.ts'
import {
  type CardList,
  CardPage,
  CardsAnswer,
  MANAGE_HEADER,
  ManageLink,
  OwnCardsAnswer,
  type RenameCard,
  type SaveCard,
  SavedCard,
  SharedCard,
  VoteAnswer,
} from '#shared/contracts/cards.ts'
import { ClientConfig } from '#shared/contracts/config.ts'
import { type ContactMessage, IDEMPOTENCY_KEY } from '#shared/contracts/contact.ts'
import { Generation, type GenerationForm } from '#shared/contracts/generations.ts'
import { ReportAnswer, type SendReport } from '#shared/contracts/reports.ts'
import { Card } from '#shared/domain/card.ts'
import type { Stats } from '#shared/domain/stats.ts'

/** The part of `fetch` this client relies on. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

type Call<T> = { path: string; output: z.ZodMiniType<T>; json?: unknown; form?: FormData } & {
  /** POST when there is a body, else GET. */
  method?: 'PATCH' | 'DELETE'
  headers?: Record<string, string>
  signal?: AbortSignal | undefined
}

export type Api = ReturnType<typeof createApi>

const generation = (id: string) => `/api/generations/${encodeURIComponent(id)}`
/** The address of a card. */
export const cardPath = (id: string) => `/api/cards/${encodeURIComponent(id)}`
/** Makes the caller the owner of the one card the token is for. */
const manage = (token: string | null): Record<string, string> => (token === null ? {} : { [MANAGE_HEADER]: token })

/** The address of a list of cards, of every team or of one. */
export const listPath = (list: CardList, team: string | null = null) =>
  team === null ? `/api/cards?list=${list}` : `/api/cards?list=${list}&team=${encodeURIComponent(team)}`

/**
 * The product's calls. Each answers a parsed value or throws an AppError; a server that cannot be reached at all
 * is `NETWORK_ERROR` with status 0, and an answer that carries no words of its own has an empty message.
 */
export function createApi(send: Fetch) {
  async function call<T>({ path, output, method, json, form, headers, signal }: Call<T>): Promise<T> {
    const body = json === undefined ? (form ?? null) : JSON.stringify(json)
    const response = await reach(path, {
      method: method ?? (body === null ? 'GET' : 'POST'),
      body,
      headers: { ...(json === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      signal: signal ?? null,
    })
    const answer: unknown = await response.json().catch(() => null)
    if (!response.ok) throw failureOf(response.status, answer)
    const parsed = output.safeParse(answer)
    if (parsed.success) return parsed.data
    throw new AppError('INTERNAL', undefined, { cause: parsed.error })
  }

  function reach(path: string, init: RequestInit): Promise<Response> {
    return send(path, init).catch((cause: unknown) => {
      // An abort is the caller's own doing; everything else is the network's.
      if (init.signal?.aborted) throw cause
      throw new AppError('NETWORK_ERROR', undefined, { cause, status: 0 })
    })
  }

  return {
    /** Any other call of this site. */
    ask: call,

    config: (signal?: AbortSignal) => call({ path: '/api/config', output: ClientConfig, signal }),

    generations: {
      create(fields: GenerationForm, photo: Blob) {
        const form = new FormData()
        for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.set(name, value)
        form.set('photo', photo, 'photo.jpg')
        return call({ path: '/api/generations', form, output: Generation })
      },
      get: (id: string, signal?: AbortSignal) => call({ path: generation(id), output: Generation, signal }),
      cancel: (id: string) => call({ path: `${generation(id)}/cancel`, json: {}, output: Generation }),
      editStats: (id: string, stats: Stats) =>
        call({ path: `${generation(id)}/stats`, json: { stats }, output: Generation }),
    },

    cards: {
      /** @param team a team's name; null asks for all */
      list: async (list: CardList, team: string | null, signal?: AbortSignal) =>
        (await call({ path: listPath(list, team), output: CardsAnswer, signal })).cards,
      /** @param token of a manage link, where this browser has one for the card */
      get: (id: string, token: string | null, signal?: AbortSignal) =>
        call({ path: cardPath(id), headers: manage(token), output: CardPage, signal }),
      mine: async (signal?: AbortSignal) =>
        (await call({ path: '/api/cards/mine', output: OwnCardsAnswer, signal })).cards,
      save: (made: SaveCard) => call({ path: '/api/cards', json: made, output: SavedCard }),
      share: (id: string) => call({ path: `${cardPath(id)}/share`, json: {}, output: SharedCard }),
      /** @param votes the total that was shown, plus one */
      vote: (id: string, votes: number) => call({ path: `${cardPath(id)}/votes`, json: { votes }, output: VoteAnswer }),
      unpublish: (id: string, token: string | null) =>
        call({ path: `${cardPath(id)}/unpublish`, json: {}, headers: manage(token), output: SharedCard }),
      rename: (id: string, json: RenameCard, token: string | null) =>
        call({ path: cardPath(id), method: 'PATCH', json, headers: manage(token), output: Card }),
      remove: (id: string, token: string | null) =>
        call({ path: cardPath(id), method: 'DELETE', headers: manage(token), output: NoContent }),
      manageLink: (id: string, token: string | null) =>
        call({ path: `${cardPath(id)}/manage-link`, headers: manage(token), output: ManageLink }),
      report: (id: string, json: SendReport) => call({ path: `${cardPath(id)}/reports`, json, output: ReportAnswer }),
      /** The picture itself. It may lie on another origin. */
      async image(url: string): Promise<Blob> {
        const response = await reach(url, { method: 'GET' })
        if (!response.ok) throw failureOf(response.status, null)
        return response.blob()
      },
      /**
       * A file, whole, by the name it gives itself.
       *
       * @param onPart told how much of it is here, from 0 to 1, where the server says how long it is
       */
      async file(url: string, onPart: (part: number) => void): Promise<File> {
        const response = await reach(url, { method: 'GET' })
        if (!response.ok) throw failureOf(response.status, null)
        const name = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('content-disposition') ?? '')?.[1]
        const type = response.headers.get('content-type') ?? ''
        return new File(await partsOf(response, onPart), name === undefined ? '' : decodeURIComponent(name), { type })
      },
    },

    /** @param key names the message: sent again by the same name, it is stored once. The body of a success is not read. */
    contact: (message: ContactMessage, key: string, publicKey: string) =>
      call({
        path: '/functions/v1/contact-submit',
        json: message,
        headers: { authorization: `Bearer ${publicKey}`, [IDEMPOTENCY_KEY]: key },
        output: z.unknown(),
      }),
  }
}

/** The bytes of an answer, counted while they arrive. @throws AppError `NETWORK_ERROR` when they end too early */
async function partsOf(response: Response, onPart: (part: number) => void): Promise<Uint8Array<ArrayBuffer>[]> {
  const total = Number(response.headers.get('content-length') ?? 0)
  const parts: Uint8Array<ArrayBuffer>[] = []
  if (response.body === null) return parts
  const reader = response.body.getReader()
  let bytes = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return parts
      parts.push(value)
      bytes += value.byteLength
      if (total > 0) onPart(Math.min(1, bytes / total))
    }
  } catch (cause) {
    throw new AppError('NETWORK_ERROR', undefined, { cause, status: 0 })
  }
}

/** What is read of an answer without a body. */
const NoContent = z.null()

const FailureBody = z.object({ error: z.string(), code: z.optional(z.string()), details: z.optional(z.unknown()) })

function failureOf(status: number, answer: unknown): AppError {
  const body = FailureBody.safeParse(answer)
  const code = body.success && isErrorCode(body.data.code) ? body.data.code : codeOf(status)
  const details = body.success ? (body.data.details ?? null) : null
  return new AppError(code, body.success ? body.data.error : '', { status, details })
}

function codeOf(status: number) {
  if (status === 404) return 'NOT_FOUND'
  if (status === 410) return 'GONE'
  return status === 429 ? 'RATE_LIMITED' : 'INTERNAL'
}
