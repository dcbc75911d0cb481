import { decodeJson, encodeJson } from './exact-json.ts'
import { AppError } from './errors.ts'
import { type FailureReading, failureOf } from './failure.ts'
import { CLIENT_FAILURE } from './texts.ts'

/** The part of `fetch` the client relies on, so that a Worker's own `fetch` can stand in for it. */
export type Fetch = (url: string, init: RequestInit) => Response | Promise<Response>

export type Token = string | null | (() => string | null | Promise<string | null>)

export type TransportOptions = {
  /** Where data, files, AI and mail are served; no slash at the end. */
  readonly coreUrl: string
  /** Where people sign in. Missing: the core. */
  readonly authUrl?: string | undefined
  /** The project's key, sent as the bearer token of calls without a session. */
  readonly key?: string | undefined
  /** The signed-in user's access token, or where to get it before each call. */
  readonly token?: Token | undefined
  /** A token in the place of one that the server did not take; null: there is none. */
  readonly renew?: ((refused: string) => Promise<string | null>) | undefined
  readonly fetch?: Fetch | undefined
  /** Sent with every call. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** Options that every method of the client takes. */
export type CallOptions = {
  readonly signal?: AbortSignal | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
}

export type Call = CallOptions & {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** From the host's root, with its query string. */
  readonly path: string
  readonly host?: 'core' | 'auth'
  readonly json?: unknown
  readonly form?: FormData
  readonly failure?: FailureReading
  /** Reads a 2xx answer in the place of what reads all others. */
  readonly read?: (response: Response) => Promise<unknown>
  /** In the place of the user's token; null: none, nor a key. */
  readonly bearer?: string | null
}

/** A 2xx answer: JSON as a value, text as a string, nothing as null. */
export type Answer = { readonly status: number; readonly headers: Headers; readonly body: unknown }

export type Transport = {
  /**
   * @throws AppError what the server refused with, or `NETWORK_ERROR` when it was not reached. An abort is thrown as
   * it came: it is the caller's own doing.
   */
  readonly call: (call: Call) => Promise<Answer>
  readonly token: () => Promise<string | null>
}

/** The one place where a call becomes HTTP and an answer becomes a value or an AppError. */
export function createTransport(options: TransportOptions): Transport {
  const send: Fetch = options.fetch ?? ((url, init) => fetch(url, init))
  const hosts = { core: options.coreUrl, auth: options.authUrl ?? options.coreUrl }
  const token = async () => (typeof options.token === 'function' ? options.token() : (options.token ?? null))

  async function ask(
    { method, path, host = 'core', json, form, failure, read = readBody, headers: extra, signal }: Call,
    bearer: string | null,
  ): Promise<Answer> {
    const headers = new Headers({ ...options.headers, ...extra })
    if (bearer && !headers.has('authorization')) headers.set('authorization', `Bearer ${bearer}`)
    if (json !== undefined) headers.set('content-type', 'application/json')
    const sent = json === undefined ? (form ?? null) : encodeJson(json)

    try {
      const response = await send(hosts[host] + path, { method, headers, body: sent, signal: signal ?? null })
      const body = await (response.ok ? read : readBody)(response)
      const answer = { status: response.status, headers: response.headers, body }
      if (!response.ok) throw failureOf(answer.status, answer.headers, answer.body, failure)
      return answer
    } catch (thrown) {
      if (thrown instanceof AppError || signal?.aborted) throw thrown
      throw new AppError('NETWORK_ERROR', undefined, { kind: failure?.kind ?? 'network', cause: thrown })
    }
  }

  async function call(request: Call): Promise<Answer> {
    if (request.bearer !== undefined) return ask(request, request.bearer)
    const users = await token()
    if (users === null || options.renew === undefined) return ask(request, users ?? options.key ?? null)
    try {
      return await ask(request, users)
    } catch (thrown) {
      const renewed = isRefused(thrown) ? await options.renew(users) : null
      if (renewed === null) throw thrown
      return ask(request, renewed)
    }
  }

  return { call, token }
}

/** A 401 for a wrong password says nothing about the session's token. */
const isRefused = (thrown: unknown): boolean =>
  thrown instanceof AppError && thrown.status === 401 && thrown.code !== 'INVALID_CREDENTIALS'

async function readBody(response: Response): Promise<unknown> {
  const type = response.headers.get('content-type') ?? ''
  const text = await response.text()
  if (text === '') return null
  if (!/\bjson\b/.test(type)) return text
  try {
    return decodeJson(text)
  } catch (cause) {
    if (!response.ok) return null
    throw new AppError('INTERNAL', CLIENT_FAILURE.unreadableAnswer, { cause })
  }
}
