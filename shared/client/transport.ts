import { decodeJson, encodeJson } from './exact-json.ts'
import { AppError } from './errors.ts'
import { type FailureReading, toAppError } from './failure.ts'
import { CLIENT_FAILURE } from './texts.ts'

/** The part of `fetch` that the client uses, so that a Worker can inject its own. */
export type Fetch = (url: string, init: RequestInit) => Response | Promise<Response>

export type Token = string | null | (() => string | null | Promise<string | null>)

export type TransportOptions = {
  /** Base URL of data, files, AI and mail, without a trailing slash. */
  readonly coreUrl: string
  /** Base URL of sign-in. Default: `coreUrl`. */
  readonly authUrl?: string | undefined
  /** The project's key, sent as the bearer token of calls without a session. */
  readonly key?: string | undefined
  /** The signed-in user's access token, or a function that returns it for each call. */
  readonly token?: Token | undefined
  /** Returns a new token after the server refused one, or null. */
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
  /** Path from the host's root, with its query string. */
  readonly path: string
  readonly host?: 'core' | 'auth'
  readonly json?: unknown
  readonly form?: FormData
  readonly failure?: FailureReading
  /** Replaces the default parser of 2xx bodies. */
  readonly read?: (response: Response) => Promise<unknown>
  /** Replaces the user's token; null sends neither a token nor a key. */
  readonly bearer?: string | null
}

/** A 2xx response. `body` is parsed JSON, a string, or null when empty. */
export type ApiResponse = { readonly status: number; readonly headers: Headers; readonly body: unknown }

export type Transport = {
  /**
   * @throws AppError the server's error, or `NETWORK_ERROR` when it was not reached. An abort is rethrown unchanged,
   * because the caller caused it.
   */
  readonly call: (call: Call) => Promise<ApiResponse>
  readonly token: () => Promise<string | null>
}

/** Turns calls into HTTP requests, and responses into values or AppErrors. The only place that does. */
export function createTransport(options: TransportOptions): Transport {
  const send: Fetch = options.fetch ?? ((url, init) => fetch(url, init))
  const hosts = { core: options.coreUrl, auth: options.authUrl ?? options.coreUrl }
  const token = async () => (typeof options.token === 'function' ? options.token() : (options.token ?? null))

  async function ask(
    { method, path, host = 'core', json, form, failure, read = readBody, headers: extra, signal }: Call,
    bearer: string | null,
  ): Promise<ApiResponse> {
    const headers = new Headers({ ...options.headers, ...extra })
    if (bearer && !headers.has('authorization')) headers.set('authorization', `Bearer ${bearer}`)
    if (json !== undefined) headers.set('content-type', 'application/json')
    const requestBody = json === undefined ? (form ?? null) : encodeJson(json)

    try {
      const response = await send(hosts[host] + path, { method, headers, body: requestBody, signal: signal ?? null })
      const body = await (response.ok ? read : readBody)(response)
      if (!response.ok) throw toAppError(response.status, response.headers, body, failure)
      return { status: response.status, headers: response.headers, body }
    } catch (thrown) {
      if (thrown instanceof AppError || signal?.aborted) throw thrown
      throw new AppError('NETWORK_ERROR', undefined, { kind: failure?.kind ?? 'network', cause: thrown })
    }
  }

  async function call(request: Call): Promise<ApiResponse> {
    if (request.bearer !== undefined) return ask(request, request.bearer)
    const userToken = await token()
    if (userToken === null || options.renew === undefined) return ask(request, userToken ?? options.key ?? null)
    try {
      return await ask(request, userToken)
    } catch (thrown) {
      const renewed = isTokenRefused(thrown) ? await options.renew(userToken) : null
      if (renewed === null) throw thrown
      return ask(request, renewed)
    }
  }

  return { call, token }
}

/** A 401 for a wrong password says nothing about the session's token. */
const isTokenRefused = (thrown: unknown): boolean =>
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
