import { createMiddleware } from 'hono/factory'
import { giveVisitorCookie, readVisitor, signCookie } from '#worker/http/visitor.ts'
import type { EdgeEnv } from './app-env.ts'

/** Reads the visitor from its signed cookie, and sets one for a new browser. */
export const identity = createMiddleware<EdgeEnv>(async (c, next) => {
  const { config, clock } = c.var.services
  const visitor = await readVisitor(c, config.accepted.visitorSecrets, clock())
  if (visitor.reissueFrom !== undefined) await signCookie(c, config.visitorSecret, visitor.id, visitor.reissueFrom)
  c.set('visitor', visitor)
  const given = async () => ({
    ...(await giveVisitorCookie(c, config.visitorSecret, visitor.address, clock())),
    ...(visitor.site !== undefined && { site: visitor.site }),
  })
  c.set('owner', visitor.kind === 'visitor' ? visitor : await given())
  c.set('origin', config.publicUrl ?? new URL(c.req.url).origin)
  await next()
  // Shared caches must not store a response that sets a cookie (RFC 9111, section 7.3).
  if (visitor.kind !== 'visitor' && !c.res.headers.has('cache-control')) c.header('cache-control', 'private, no-store')
})
