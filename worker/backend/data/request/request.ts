import { AppError } from '#shared/client/errors.ts'
import type { Guard, GuardedResponse, GuardedRequest } from '#worker/http/outbound/guarded-fetch.ts'
import type { FetchRequest } from '../schema.ts'
import type { ResponseBody } from './response-body.ts'
import { requireHeaders } from './caller-headers.ts'
import { redact, requireSecrets, type Secrets, findSecretNames, withSecrets } from './secrets.ts'

export type Fetched = ResponseBody & {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly durationMs: number
}

export type RequestDeps = {
  readonly guard: Guard
  readonly secrets: Secrets
  /** True if secrets may travel unencrypted, for development. */
  readonly mayBePlain: boolean
  readonly clock: () => number
}

/** An outgoing request with placeholders in place of its secrets. */
type Outgoing = {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
  /** Names of the secrets that it uses. */
  readonly used: readonly string[]
}

/** Size limit of a response in bytes. A larger one fails with `ANSWER_TOO_LARGE`. */
const ANSWER_MAX_BYTES = 1_000_000

/** Makes requests for callers. Returns responses of any status, with all secrets redacted. */
export class Requester {
  private readonly guard: Guard
  private readonly secrets: Secrets
  private readonly mayBePlain: boolean
  private readonly clock: () => number

  constructor({ guard, secrets, mayBePlain, clock }: RequestDeps) {
    this.guard = guard
    this.secrets = secrets
    this.mayBePlain = mayBePlain
    this.clock = clock
  }

  /**
   * Checks a request before it is accepted in the background.
   * @throws AppError `VALIDATION_ERROR`, `ADDRESS_REFUSED`, `FORBIDDEN`
   */
  async judge(input: FetchRequest, mayUseSecrets: boolean): Promise<void> {
    const { url, used } = toOutgoing(input, mayUseSecrets)
    requireSecrets(used, this.secrets, await this.guard.require(url), this.mayBePlain)
  }

  async request(input: FetchRequest, mayUseSecrets: boolean): Promise<Fetched> {
    const { url, headers, body, used } = toOutgoing(input, mayUseSecrets)
    const startedAt = this.clock()
    const response = await this.guard.fetch(url, {
      maxBytes: ANSWER_MAX_BYTES,
      method: input.method,
      headers,
      body,
      ...(used.length > 0 ? { prepare: this.preparer(used, /json/i.test(headers['content-type'] ?? '')) } : {}),
    })
    return this.readResponse(response, used, this.clock() - startedAt)
  }

  private preparer(used: readonly string[], isJson: boolean): NonNullable<GuardedRequest['prepare']> {
    return (url, { method, headers, body }) => {
      requireSecrets(used, this.secrets, url, this.mayBePlain)
      const filled = new URL(url)
      filled.pathname = withSecrets(url.pathname, this.secrets, encodeURIComponent)
      filled.search = withSecrets(url.search, this.secrets, encodeURIComponent)
      const write = (value: string) => (isJson ? JSON.stringify(value).slice(1, -1) : value)
      return {
        url: filled,
        hop: {
          method,
          headers: new Headers([...headers].map(([name, value]) => [name, withSecrets(value, this.secrets)])),
          body: body === null ? null : withSecrets(body, this.secrets, write),
        },
      }
    }
  }

  private async readResponse(
    { status, headers, bytes }: GuardedResponse,
    used: readonly string[],
    durationMs: number,
  ): Promise<Fetched> {
    const { toResponseBody } = await import('./response-body.ts')
    const clean = (text: string) => redact(text, used, this.secrets)
    return {
      status,
      headers: Object.fromEntries([...headers].map(([name, value]) => [clean(name), clean(value)])),
      ...toResponseBody(bytes, headers, clean),
      durationMs,
    }
  }
}

/**
 * @throws AppError `VALIDATION_ERROR` for headers that cannot be sent, `ADDRESS_REFUSED` for an invalid address,
 *   `FORBIDDEN` when the caller may not use the secrets in the request
 */
function toOutgoing(input: FetchRequest, mayUseSecrets: boolean): Outgoing {
  requireHeaders(input.headers)
  const { text: body, isJson } = getBodyText(input)
  const url = withQuery(input.url, input.query)
  const headers = { ...(isJson ? { 'content-type': 'application/json' } : {}), ...lowerCaseNames(input.headers) }
  const used = findSecretNames([url, ...Object.values(headers), body ?? ''].join('\n'))
  if (used.length > 0 && !mayUseSecrets) throw new AppError('FORBIDDEN', 'Only the service key may use secrets.')
  return { url, headers, body, used }
}

function getBodyText({ body }: FetchRequest): { text: string | null; isJson: boolean } {
  if (body === undefined) return { text: null, isJson: false }
  return typeof body === 'string' ? { text: body, isJson: false } : { text: JSON.stringify(body), isJson: true }
}

const lowerCaseNames = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

/** @throws AppError `ADDRESS_REFUSED` for an invalid address */
function withQuery(address: string, query: FetchRequest['query']): string {
  const added = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => [value].flat().map((one) => [name, one])),
  ).toString()
  if (added === '') return address
  if (URL.parse(address) === null) throw new AppError('ADDRESS_REFUSED')
  const [before = ''] = address.split('#')
  return `${before}${before.includes('?') ? '&' : '?'}${added}`
}
