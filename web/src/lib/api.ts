import type { ZodMiniType } from 'zod/mini'
import { CodedError } from '#shared/client/coded-error.ts'
import { CONNECTION_FAILURE } from '#shared/client/common-texts.ts'
import { randomId } from '#shared/client/random-id.ts'
import type { CardList, RenameCard, SaveCard } from '#shared/contracts/cards.ts'
import type { ContactMessage } from '#shared/contracts/contact.ts'
import type { GenerationForm } from '#shared/contracts/generations.ts'
import { IDEMPOTENCY_KEY, MANAGE_HEADER } from '#shared/contracts/headers.ts'
import type { SendReport } from '#shared/contracts/reports.ts'
import type { Stats } from '#shared/domain/stats.ts'
import { failureOf, networkError } from './failure.ts'
import { whileOnline } from '#web/lib/online.ts'

/** The part of `fetch` this client relies on. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

type Answers = typeof import('./answers.ts')
/** Parses an answer. Its file may still be loading. */
type Reader<T> = () => Promise<ZodMiniType<T>>

type Call<T> = { path: string; output: Reader<T>; json?: unknown; form?: FormData } & {
  /** POST when there is a body, else GET. */
  method?: 'PATCH' | 'DELETE'
  headers?: Record<string, string>
  signal?: AbortSignal | undefined
}

export type Api = ReturnType<typeof createApi>

/** Fetched with the first call, or before it when the page is idle. */
export const loadAnswers = whileOnline(() => import('./answers.ts'))

const answer =
  <T>(pick: (answers: Answers) => ZodMiniType<T>): Reader<T> =>
  async () =>
    pick(await loadAnswers())

const generation = (id: string) => `/api/generations/${encodeURIComponent(id)}`
/** The address of a card. */
export const cardPath = (id: string) => `/api/cards/${encodeURIComponent(id)}`
/** Makes the caller the owner of the one card the token is for. */
const manage = (token: string | null): Record<string, string> => (token ? { [MANAGE_HEADER]: token } : {})

/** The address of a list of cards, of every team or of one. */
export const listPath = (list: CardList, team: string | null = null) =>
  `/api/cards?list=${list}${team ? `&team=${encodeURIComponent(team)}` : ''}`

/**
 * The product's calls. Each answers a parsed value or throws a CodedError; a server that cannot be reached at all
 * is `NETWORK_ERROR` with status 0, and an answer that carries no words of its own has an empty message.
 */
export function createApi(send: Fetch) {
  async function call<T>({ path, output, method, json, form, headers, signal }: Call<T>): Promise<T> {
    const body = json === undefined ? (form ?? null) : JSON.stringify(json)
    const reader = output().catch(unreachable)
    // A write is sent once its answer can be parsed; a read does not wait for that.
    if (body !== null || method !== undefined) await reader
    reader.catch(() => {})
    const response = await reach(path, {
      method: method ?? (body === null ? 'GET' : 'POST'),
      body,
      headers: { ...(json === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      signal: signal ?? null,
    })
    const said: unknown = await response.json().catch(() => null)
    if (!response.ok) throw failureOf(response.status, said)
    const parsed = (await reader).safeParse(said)
    if (parsed.success) return parsed.data
    throw new CodedError('INTERNAL', CONNECTION_FAILURE.internal, { status: 500, retryable: true, cause: parsed.error })
  }

  function reach(path: string, init: RequestInit): Promise<Response> {
    return send(path, init).catch((cause: unknown) => {
      // An abort is the caller's own doing; everything else is the network's.
      if (init.signal?.aborted) throw cause
      return unreachable(cause)
    })
  }

  /** The names of calls whose answer did not come: made again, each is the same one to the server. */
  const unanswered = new Map<string, string>()

  /**
   * A call with an idempotency key. One that ends without an answer, or with a fault of the server, keeps its key: it
   * may have taken effect, and the next one for the same must be no second one.
   *
   * @param what it is that must not happen twice
   */
  async function once<T>(what: string, { headers, ...request }: Call<T>): Promise<T> {
    const key = unanswered.get(what) ?? randomId()
    unanswered.set(what, key)
    let isOver = true
    try {
      return await call({ ...request, headers: { ...headers, [IDEMPOTENCY_KEY]: key } })
    } catch (thrown) {
      isOver = !(thrown as CodedError).retryable
      throw thrown
    } finally {
      if (isOver) unanswered.delete(what)
    }
  }

  return {
    /** Any other call of this site. */
    ask: call,

    config: (signal?: AbortSignal) => call({ path: '/api/config', output: answer((all) => all.ClientConfig), signal }),

    generations: {
      /** @param token of a manage link, for a card that another browser made */
      create(fields: GenerationForm, photo: Blob, token: string | null) {
        const form = new FormData()
        for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.set(name, value)
        form.set('photo', photo, 'photo.jpg')
        return call({
          path: '/api/generations',
          form,
          headers: manage(token),
          output: answer((all) => all.Generation),
        })
      },
      get: (id: string, token: string | null, signal?: AbortSignal) =>
        call({ path: generation(id), headers: manage(token), output: answer((all) => all.Generation), signal }),
      cancel: (id: string, token: string | null) =>
        call({
          path: `${generation(id)}/cancel`,
          json: {},
          headers: manage(token),
          output: answer((all) => all.Generation),
        }),
      editStats: (id: string, stats: Stats, token: string | null) =>
        call({
          path: `${generation(id)}/stats`,
          json: { stats },
          headers: manage(token),
          output: answer((all) => all.Generation),
        }),
    },

    cards: {
      /** @param team a team's name; null asks for all */
      list: async (list: CardList, team: string | null, signal?: AbortSignal) =>
        (await call({ path: listPath(list, team), output: answer((all) => all.CardsAnswer), signal })).cards,
      teams: async (signal?: AbortSignal) =>
        (await call({ path: '/api/teams', output: answer((all) => all.TeamsAnswer), signal })).cards,
      /** @param token of a manage link, where this browser has one for the card */
      get: async (id: string, token: string | null, signal?: AbortSignal) => {
        // The API has a list at this address.
        if (id === 'mine') throw new CodedError('NOT_FOUND', '', { status: 404, retryable: false })
        return call({ path: cardPath(id), headers: manage(token), output: answer((all) => all.CardPage), signal })
      },
      mine: async (signal?: AbortSignal) =>
        (await call({ path: '/api/cards/mine', output: answer((all) => all.OwnCardsAnswer), signal })).cards,
      save: (made: SaveCard) =>
        once(made.imageUrl, { path: '/api/cards', json: made, output: answer((all) => all.SavedCard) }),
      share: (id: string, token: string | null) =>
        call({
          path: `${cardPath(id)}/share`,
          json: {},
          headers: manage(token),
          output: answer((all) => all.SharedCard),
        }),
      /** @param votes the total that was shown, plus one */
      vote: (id: string, votes: number) =>
        once(id, { path: `${cardPath(id)}/votes`, json: { votes }, output: answer((all) => all.VoteAnswer) }),
      unpublish: (id: string, token: string | null) =>
        call({
          path: `${cardPath(id)}/unpublish`,
          json: {},
          headers: manage(token),
          output: answer((all) => all.SharedCard),
        }),
      rename: (id: string, json: RenameCard, token: string | null) =>
        call({ path: cardPath(id), method: 'PATCH', json, headers: manage(token), output: answer((all) => all.Card) }),
      remove: (id: string, token: string | null) =>
        call({ path: cardPath(id), method: 'DELETE', headers: manage(token), output: answer((all) => all.NoContent) }),
      manageLink: (id: string, token: string | null) =>
        call({ path: `${cardPath(id)}/manage-link`, headers: manage(token), output: answer((all) => all.ManageLink) }),
      report: (id: string, json: SendReport) =>
        call({ path: `${cardPath(id)}/reports`, json, output: answer((all) => all.ReportAnswer) }),
      /** A picture or another file of a card, as it is answered. It may lie on another origin. */
      async file(url: string): Promise<Response> {
        const response = await reach(url, { method: 'GET' })
        if (!response.ok) throw failureOf(response.status, null)
        return response
      },
    },

    /** @returns the body of a success as it came: a message that is stored must not fail by it */
    contact: (message: ContactMessage, publicKey: string) =>
      once(JSON.stringify(message), {
        path: '/functions/v1/contact-submit',
        json: message,
        headers: { authorization: `Bearer ${publicKey}` },
        output: answer((all) => all.Anything),
      }),
  }
}

function unreachable(cause: unknown): never {
  throw networkError(cause)
}
