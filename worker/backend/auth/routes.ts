import { Hono } from 'hono'
import { AppError } from '#shared/client/errors.ts'
import type { BackendEnv } from '../app-env.ts'

/** Identity at `/api/auth`. Nobody has an account yet: whoever asks who they are is anonymous. */
export const authRoutes = new Hono<BackendEnv>()
  .get('/me', (c) => {
    const token = /^Bearer (.+)$/i.exec(c.req.header('authorization') ?? '')?.[1]
    const { publicKey, serviceKey } = c.var.services.config
    const isKey = token === undefined || token === publicKey || token === serviceKey
    throw isKey ? new AppError('INVALID_CREDENTIALS', 'Not authenticated') : new AppError('TOKEN_EXPIRED')
  })
  .all('/*', () => {
    throw new AppError('NOT_IMPLEMENTED')
  })
