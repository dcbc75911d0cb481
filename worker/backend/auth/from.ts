import type { Context } from 'hono'
import { readOnBehalf, readVisitor } from '#worker/http/visitor.ts'
import type { BackendEnv } from '../app-env.ts'
import type { RequestSource } from './request-source.ts'

/** Returns the source of a request. For calls from our own edge, that is the visitor it acts for. */
export async function getFrom(c: Context<BackendEnv>): Promise<RequestSource> {
  const { serviceKeys, visitorSecrets } = c.var.services.config.accepted
  const visitor = (await readOnBehalf(c.req.raw.headers, serviceKeys)) ?? (await readVisitor(c, visitorSecrets))
  return {
    network: visitor.address,
    site: visitor.site ?? visitor.address,
    isKnown: visitor.isKnown ?? false,
    browser: visitor.kind === 'visitor' ? visitor.id : null,
    origin: getSiteOrigin(c),
    later: (work) => runInBackground(c, work),
  }
}

/** Returns this site's own origin, as the visitor sees it. */
export function getSiteOrigin(c: Context<BackendEnv>): string {
  const { publicUrl } = c.var.services.config
  return new URL(publicUrl ?? c.req.url).origin
}

function runInBackground(c: Context<BackendEnv>, work: Promise<unknown>): void {
  try {
    c.executionCtx.waitUntil(work)
  } catch {
    // An in-process call has no execution context. The caller's own `waitUntil` keeps the isolate alive.
  }
}
