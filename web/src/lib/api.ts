import type { ZodMiniType } from 'zod/mini'
import { CodedError } from '#shared/client/coded-error.ts'
import { CONNECTION_FAILURE } from '#shared/client/common-texts.ts'
import { randomId } from '#shared/client/random-id.ts'
import type { CardList } from '#shared/contracts/cards.ts'
import type { GenerationForm } from '#shared/contracts/generations.ts'
import { IDEMPOTENCY_KEY, LEAGUE_KEY_HEADER, MANAGE_HEADER } from '#shared/contracts/headers.ts'
import type { Stats } from '#shared/domain/stats.ts'
import { networkError, toCodedError } from './failure.ts'
import { whileOnline } from '#web/lib/online.ts'

/** The part of `fetch` that this client uses. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

type ResponseParsers = typeof import('./responses.ts')
/** Loads the parser of a response. */
type Reader<T> = () => Promise<ZodMiniType<T>>

type Call<T> = { path: string; output: Reader<T>; json?: unknown; form?: FormData } & {
  /** Default: POST with a body, else GET. */
  method?: 'PATCH' | 'DELETE'
  headers?: Record<string, string>
  signal?: AbortSignal | undefined
}

export type Api = ReturnType<typeof createApi>

/** Loads the parsers with the first call, or earlier when the page is idle. */
export const loadResponseParsers = whileOnline(() => import('./responses.ts'))

/** Picks a parser that loads with the others. */
export const lazyParser =
  <T>(pick: (responses: ResponseParsers) => ZodMiniType<T>): Reader<T> =>
  async () =>
    pick(await loadResponseParsers())

const generation = (id: string) => `/api/generations/${encodeURIComponent(id)}`
export const cardPath = (id: string) => `/api/cards/${encodeURIComponent(id)}`
/** Returns the header that makes the caller the owner of the token's card. */
export const toManageHeader = (token: string | null): Record<string, string> =>
  token ? { [MANAGE_HEADER]: token } : {}

/** Returns the path of a list of cards. @param team a team's name, or null for all */
export const listPath = (list: CardList, team: string | null = null) =>
  `/api/cards?list=${list}${team ? `&team=${encodeURIComponent(team)}` : ''}`

/**
 * The product's API calls. Each returns a parsed value or throws a CodedError. An unreachable server is `NETWORK_ERROR`
 * with status 0. An error response without a message has an empty one.
 */
export function createApi(send: Fetch) {
  async function call<T>({ path, output, method, json, form, headers, signal }: Call<T>): Promise<T> {
    const body = json === undefined ? (form ?? null) : JSON.stringify(json)
    const reader = output().catch(throwNetworkError)
    // A write waits for its parser before it is sent. A read does not.
    if (body !== null || method !== undefined) await reader
    reader.catch(() => {})
    const response = await request(path, {
      method: method ?? (body === null ? 'GET' : 'POST'),
      body,
      headers: { ...(json === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      signal: signal ?? null,
    })
    const payload: unknown = await response.json().catch(() => null)
    if (!response.ok) throw toCodedError(response.status, payload, response.headers.get('retry-after'))
    const parsed = (await reader).safeParse(payload)
    if (parsed.success) return parsed.data
    throw new CodedError('INTERNAL', CONNECTION_FAILURE.internal, { status: 500, retryable: true, cause: parsed.error })
  }

  function request(path: string, init: RequestInit): Promise<Response> {
    return send(path, init).catch((cause: unknown) => {
      // Rethrows an abort, which the caller caused. Anything else is a network failure.
      if (init.signal?.aborted) throw cause
      return throwNetworkError(cause)
    })
  }

  /** Idempotency keys of calls whose result is unknown, by operation. A retry reuses the key. */
  const unresolvedKeys = new Map<string, string>()

  /**
   * Runs a call with an idempotency key. A call that ends without a response, or with a server error, keeps its key: it
   * may have taken effect, and a retry must not repeat it.
   *
   * @param operation identifies what must not happen twice
   */
  async function once<T>(operation: string, { headers, ...options }: Call<T>): Promise<T> {
    const key = unresolvedKeys.get(operation) ?? randomId()
    unresolvedKeys.set(operation, key)
    let isResolved = true
    try {
      return await call({ ...options, headers: { ...headers, [IDEMPOTENCY_KEY]: key } })
    } catch (thrown) {
      isResolved = !(thrown as CodedError).retryable
      throw thrown
    } finally {
      if (isResolved) unresolvedKeys.delete(operation)
    }
  }

  const changeVisibility = (act: 'share' | 'unshare' | 'unpublish') => (id: string, token: string | null) =>
    call({
      path: `${cardPath(id)}/${act}`,
      json: {},
      headers: toManageHeader(token),
      output: lazyParser((all) => all.SharedCard),
    })

  return {
    /** Any other API call. The files in `data/` call what only some screens need. */
    ask: call,
    /** The same with an idempotency key. @param operation identifies what must not happen twice */
    askOnce: once,

    config: (signal?: AbortSignal) =>
      call({ path: '/api/config', output: lazyParser((all) => all.ClientConfig), signal }),

    generations: {
      /**
       * @param token a manage link's token, for a card that another browser made
       * @param leagueKeys keys of personal links, for a seat that another browser took
       */
      create(fields: GenerationForm, photo: Blob, token: string | null, leagueKeys: string | null) {
        const form = new FormData()
        for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.set(name, value)
        form.set('photo', photo, 'photo.jpg')
        return call({
          path: '/api/generations',
          form,
          headers: { ...toManageHeader(token), ...(leagueKeys && { [LEAGUE_KEY_HEADER]: leagueKeys }) },
          output: lazyParser((all) => all.Generation),
        })
      },
      get: (id: string, token: string | null, signal?: AbortSignal) =>
        call({
          path: generation(id),
          headers: toManageHeader(token),
          output: lazyParser((all) => all.Generation),
          signal,
        }),
      cancel: (id: string, token: string | null) =>
        call({
          path: `${generation(id)}/cancel`,
          json: {},
          headers: toManageHeader(token),
          output: lazyParser((all) => all.Generation),
        }),
      editStats: (id: string, stats: Stats, token: string | null) =>
        call({
          path: `${generation(id)}/stats`,
          json: { stats },
          headers: toManageHeader(token),
          output: lazyParser((all) => all.Generation),
        }),
    },

    cards: {
      /** @param team a team's name, or null for all */
      list: async (list: CardList, team: string | null, signal?: AbortSignal) =>
        (await call({ path: listPath(list, team), output: lazyParser((all) => all.CardsResponse), signal })).cards,
      /** @param token the card's manage link token, if this browser has one */
      get: async (id: string, token: string | null, signal?: AbortSignal) => {
        // The API has a list at this path.
        if (id === 'mine') throw new CodedError('NOT_FOUND', '', { status: 404, retryable: false })
        return call({
          path: cardPath(id),
          headers: toManageHeader(token),
          output: lazyParser((all) => all.CardPage),
          signal,
        })
      },
      share: changeVisibility('share'),
      unshare: changeVisibility('unshare'),
      unpublish: changeVisibility('unpublish'),
      /** Fetches a picture or another file of a card, possibly from another origin. */
      async file(url: string): Promise<Response> {
        const response = await request(url, { method: 'GET' })
        if (!response.ok) throw toCodedError(response.status, null)
        return response
      },
    },
  }
}

function throwNetworkError(cause: unknown): never {
  throw networkError(cause)
}
