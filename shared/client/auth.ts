import { authCodeOf } from './auth-codes.ts'
import { AppError } from './errors.ts'
import { isRecord } from './failure.ts'
import { CLIENT_FAILURE } from './texts.ts'
import type { Call, CallOptions, Transport } from './transport.ts'

export type User = Readonly<Record<string, unknown>> & { readonly id: string }

export const ANONYMOUS = 'anonymous'

/** Sign-in is served by its own host and has its own catalogue of codes. */
const AUTH: Pick<Call, 'host' | 'failure'> = { host: 'auth', failure: { kind: 'auth', readCode: authCodeOf } }

export function createAuth({ call, token }: Transport) {
  async function me(options: CallOptions = {}): Promise<User> {
    if (!(await token())) throw new AppError('INVALID_CREDENTIALS', CLIENT_FAILURE.notAuthenticated, { kind: 'auth' })
    const { body } = await call({ method: 'GET', path: '/api/auth/me', ...AUTH, ...options })
    const user = isRecord(body) ? body['user'] : undefined
    if (isRecord(user) && typeof user['id'] === 'string') return user as User
    throw new AppError('NETWORK_ERROR', undefined, { kind: 'auth' })
  }

  return {
    /** Who is signed in. @throws AppError of kind `auth`; `INVALID_CREDENTIALS`, sending nothing, when nobody is */
    me,

    /** The signed-in user's id, or `anonymous` when nobody is signed in or nobody can say. */
    userIdOrAnonymous: (options: CallOptions = {}): Promise<string> =>
      me(options).then(
        (user) => user.id,
        () => ANONYMOUS,
      ),
  }
}
