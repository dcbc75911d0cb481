import { Hono } from 'hono'
import { AppError } from '#shared/client/errors.ts'
import { CLIENT_FAILURE } from '#shared/domain/messages.ts'
import { bearerOf } from '#worker/http/bearer.ts'
import { isSameSecret } from '#worker/http/signature.ts'
import type { BackendEnv } from '../app-env.ts'

/** Identity at `/api/auth`. Nobody has an account yet: whoever asks who they are is anonymous. */
export const authRoutes = new Hono<BackendEnv>()
  .get('/me', async (c) => {
    const token = bearerOf(c.req.raw.headers)
    const { publicKey, serviceKey } = c.var.services.config
    const isNobody = token === null || token === publicKey || isSameSecret(token, serviceKey)
    throw isNobody
      ? new AppError('INVALID_CREDENTIALS', CLIENT_FAILURE.notAuthenticated)
      : new AppError('TOKEN_EXPIRED')
  })
  .all('/*', () => {
    throw new AppError('NOT_IMPLEMENTED')
  })
