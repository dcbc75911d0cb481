import type { MiddlewareHandler } from 'hono'

const YEAR_SECONDS = 365 * 24 * 3600

/** HTTPS only. Browsers ignore this header over plain HTTP (RFC 6797, section 8.1). */
const HSTS = { 'strict-transport-security': `max-age=${YEAR_SECONDS}` } as const
const NO_SNIFF = { 'x-content-type-options': 'nosniff' } as const

/** Returns the headers that every response has. */
export const getSecurityHeaders = (url: string): Readonly<Record<string, string>> =>
  url.startsWith('https:') ? { ...NO_SNIFF, ...HSTS } : NO_SNIFF

/** Adds the security headers. Must come first, so that errors and redirects have them too. */
export const securityHeaders: MiddlewareHandler = async (c, next) => {
  await next()
  // The response that upgrades to a WebSocket is immutable.
  if (c.res.status === 101) return
  // Uses `c.header`, because the headers of a static asset's response are immutable.
  for (const [name, value] of Object.entries(getSecurityHeaders(c.req.url))) c.header(name, value)
}
