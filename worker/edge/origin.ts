import type { Context } from 'hono'
import type { EdgeEnv } from './app-env.ts'

/** Returns this site's origin as the caller sees it, for routes without a visitor. */
export const siteOrigin = (c: Context<EdgeEnv>): string => c.var.services.config.publicUrl ?? new URL(c.req.url).origin
