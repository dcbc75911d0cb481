import type { Context } from 'hono'
import type { EdgeEnv } from './app-env.ts'

/** This site's origin as the caller sees it, for answers that need no visitor. */
export const siteOrigin = (c: Context<EdgeEnv>): string => c.var.services.config.publicUrl ?? new URL(c.req.url).origin
