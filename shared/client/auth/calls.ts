import { AppError } from '../errors.ts'
import { isRecord } from '../failure.ts'
import type { Call, CallOptions, Transport } from '../transport.ts'
import { toAuthCode } from './codes.ts'
import { receiveTokens, type Tokens } from './tokens.ts'

export type User = Readonly<Record<string, unknown>> & {
  readonly id: string
  readonly email?: string
  readonly displayName?: string
  readonly role?: string
}

/** The result of a sign-in. */
export type Signed = { readonly tokens: Tokens; /** Null: request it with the token. */ readonly user: User | null }

/** Sign-in has its own host and its own error codes. */
const AUTH: Pick<Call, 'host' | 'failure'> = { host: 'auth', failure: { kind: 'auth', readCode: toAuthCode } }

const unreadable = () => new AppError('NETWORK_ERROR', undefined, { kind: 'auth' })

export type AuthCalls = ReturnType<typeof createAuthCalls>

/** The calls of the identity API. Each throws an AppError of kind `auth`. */
export function createAuthCalls({ call }: Pick<Transport, 'call'>, now: () => number) {
  const ask = async (request: Omit<Call, 'path'> & { path: string }) => {
    const { body } = await call({ ...request, ...AUTH, path: `/api/auth${request.path}` })
    return isRecord(body) ? body : {}
  }
  const parseTokens = (body: unknown): Tokens => {
    const tokens = receiveTokens(body, now())
    if (tokens === null) throw unreadable()
    return tokens
  }
  const parseUser = ({ user }: Record<string, unknown>): User => {
    if (isRecord(user) && typeof user['id'] === 'string') return user as User
    throw unreadable()
  }

  return {
    /** @param bearer default: the user's token, else the project's key */
    post: (path: string, json?: object, bearer?: string | null, options: CallOptions = {}) =>
      ask({
        method: 'POST',
        path,
        ...(json !== undefined && { json }),
        ...(bearer !== undefined && { bearer }),
        ...options,
      }),

    async signIn(path: string, json: object): Promise<Signed> {
      const body = await ask({ method: 'POST', path, json, bearer: null })
      return { tokens: parseTokens(body), user: isRecord(body['user']) ? parseUser(body) : null }
    },

    refresh: async (token: string, signal: AbortSignal): Promise<Tokens> =>
      parseTokens(
        await ask({ method: 'POST', path: '/refresh', json: { refresh_token: token }, bearer: null, signal }),
      ),

    signOut: (token: string) => ask({ method: 'POST', path: '/signout', json: { refresh_token: token }, bearer: null }),

    me: async (options: CallOptions = {}): Promise<User> =>
      parseUser(await ask({ method: 'GET', path: '/me', ...options })),

    /** Fetches a token's user before it signs in. */
    meBy: async (bearer: string): Promise<User> => parseUser(await ask({ method: 'GET', path: '/me', bearer })),

    updateMe: async (fields: object): Promise<User> =>
      parseUser(await ask({ method: 'PATCH', path: '/me', json: fields })),

    remove: () => ask({ method: 'DELETE', path: '/account' }),

    async providers(projectId: string): Promise<readonly string[]> {
      const path = `/providers?projectId=${encodeURIComponent(projectId)}`
      const { providers } = await ask({ method: 'GET', path, bearer: null })
      if (Array.isArray(providers) && providers.every((name) => typeof name === 'string')) return providers
      throw unreadable()
    },
  }
}
