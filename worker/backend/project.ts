import { createMiddleware } from 'hono/factory'
import { AppError } from '#shared/client/errors.ts'
import type { BackendEnv } from './app-env.ts'

/** Middleware that rejects paths of another project. @throws AppError `NOT_FOUND` */
export const requireProject = createMiddleware<BackendEnv>(async (c, next) => {
  if (c.req.param('project') !== c.var.services.config.projectId) throw new AppError('NOT_FOUND')
  await next()
})
