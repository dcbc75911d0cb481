import type { Context } from 'hono'
import { readOnBehalf, readVisitor } from '#worker/http/visitor.ts'
import type { BackendEnv } from '../app-env.ts'
import type { From } from './request-source.ts'

/** Source of a request: the visitor's network and browser, also when our own edge asks on the visitor's behalf. */
export async function getFrom(c: Context<BackendEnv>): Promise<From> {
  const { serviceKeys, visitorSecrets } = c.var.services.config.accepted
  const visitor = (await readOnBehalf(c.req.raw.headers, serviceKeys)) ?? (await readVisitor(c, visitorSecrets))
  return {
    network: visitor.address,
    site: visitor.site ?? visitor.address,
    isKnown: visitor.isKnown ?? false,
    browser: visitor.kind === 'visitor' ? visitor.id : null,
    origin: getSiteOrigin(c),
    later: (work) => doLater(c, work),
  }
}

/** This site's own origin, as the visitor sees it. */
export function getSiteOrigin(c: Context<BackendEnv>): string {
  const { publicUrl } = c.var.services.config
  return new URL(publicUrl ?? c.req.url).origin
}

function doLater(c: Context<BackendEnv>, work: Promise<unknown>): void {
  try {
    c.executionCtx.waitUntil(work)
  } catch {
    // Called within this isolate: the caller's own `waitUntil` keeps it alive.
  }
}
