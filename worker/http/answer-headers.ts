import type { MiddlewareHandler } from 'hono'

const YEAR_SECONDS = 365 * 24 * 3600

/** Over HTTPS alone: of plain HTTP a browser believes no such header (RFC 6797, section 8.1). */
const TRANSPORT = { 'strict-transport-security': `max-age=${YEAR_SECONDS}` } as const
/** Nothing is another type than it says it is. */
const TYPE = { 'x-content-type-options': 'nosniff' } as const

/** The headers of every answer to a browser. */
export const headersOfAnswers = (url: string): Readonly<Record<string, string>> =>
  url.startsWith('https:') ? { ...TYPE, ...TRANSPORT } : TYPE

/** Says so of every answer: of refusals, redirects and failures too, so it stands before everything else. */
export const answerHeaders: MiddlewareHandler = async (c, next) => {
  await next()
  // A socket's answer cannot be changed any more.
  if (c.res.status === 101) return
  // Not on the answer itself: a file's own headers cannot be written.
  for (const [name, value] of Object.entries(headersOfAnswers(c.req.url))) c.header(name, value)
}
