import type { Purpose } from './one-time.ts'

/** A page that takes a magic link's token from its address. */
export function magicLinkTo(page: string, token: string): string {
  const url = new URL(page)
  url.searchParams.set('magic_token', token)
  return url.href
}

type Hosted = { readonly origin: string; readonly projectId: string; readonly page: string | null }

/**
 * Where a mail's link leads. Our own page only asks: a link that is merely opened, by a scanner say, uses nothing up.
 *
 * @param page where to go in the end; a magic link goes there at once, because that page signs in itself
 */
export function linkOf(purpose: Purpose, token: string, { origin, projectId, page }: Hosted): string {
  const url = new URL('/auth', origin)
  url.searchParams.set('project_id', projectId)
  if (purpose === 'magic') return magicLinkTo(page ?? url.href, token)
  url.searchParams.set('view', purpose)
  url.searchParams.set('token', token)
  if (page !== null) url.searchParams.set('redirect_url', page)
  return url.href
}
