import type { Context } from 'hono'
import type { EdgeEnv } from './app-env.ts'

/** This site's address as whoever asks sees it, for answers that ask nobody who they are. */
export const siteOrigin = (c: Context<EdgeEnv>): string => c.var.services.config.publicUrl ?? new URL(c.req.url).origin
