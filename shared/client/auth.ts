import { AppError, ERRORS, type ErrorCode } from './errors.ts'
import { isRecord } from './failure.ts'
import { CLIENT_FAILURE } from './texts.ts'
import type { CallOptions, Transport } from './transport.ts'

export type User = Readonly<Record<string, unknown>> & { readonly id: string }

export const ANONYMOUS = 'anonymous'

export function createAuth({ call, token }: Transport) {
  async function me(options: CallOptions = {}): Promise<User> {
    if (!(await token())) throw new AppError('INVALID_CREDENTIALS', CLIENT_FAILURE.notAuthenticated, { kind: 'auth' })
    const { body } = await call({ method: 'GET', path: '/api/auth/me', host: 'auth', ...options }).catch(rethrowAsAuth)
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

/** Codes of other services that mean one of ours. */
const RESEMBLING: Readonly<Record<string, ErrorCode>> = { UNAUTHORIZED: 'TOKEN_EXPIRED' }

/** Failures of sign-in keep a code of the catalogue; what the catalogue does not know is `NETWORK_ERROR`. */
function rethrowAsAuth(thrown: unknown): never {
  if (!(thrown instanceof AppError)) throw thrown
  const code = RESEMBLING[thrown.code] ?? (isAuthCode(thrown.code) ? thrown.code : 'NETWORK_ERROR')
  const message = code === thrown.code ? thrown.message : ERRORS[code].message
  throw new AppError(code, message, { kind: 'auth', status: thrown.status, cause: thrown })
}

const AUTH_CODES: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'INVALID_CREDENTIALS',
  'EMAIL_NOT_VERIFIED',
  'POPUP_CANCELED',
  'NETWORK_ERROR',
  'RATE_LIMITED',
  'AUTH_TIMEOUT',
  'REDIRECT_FAILED',
  'TOKEN_EXPIRED',
  'USER_NOT_FOUND',
  'EMAIL_ALREADY_EXISTS',
  'WEAK_PASSWORD',
  'INVALID_EMAIL',
  'MAGIC_LINK_EXPIRED',
  'VERIFICATION_FAILED',
])

const isAuthCode = (code: ErrorCode): boolean => AUTH_CODES.has(code)
