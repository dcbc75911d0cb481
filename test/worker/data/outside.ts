import type { ResolveHost } from '#worker/http/outbound/resolve-host.ts'

export type RecordedRequest = {
  method: string
  url: string
  headers: Headers
  body: string
  signal: AbortSignal | null
}

/** The response at a URL, or a function that creates it. */
export type Stand = Response | ((request: RecordedRequest) => Response | Promise<Response>)

const PUBLIC = '93.184.216.34'

/**
 * A fake internet. Names without an entry resolve to a public IP address, and unknown URLs return 404. @param names the
 * IP addresses of particular hosts
 */
export function createFakeInternet(
  stands: Readonly<Record<string, Stand>>,
  names: Readonly<Record<string, string[]>> = {},
) {
  const requests: RecordedRequest[] = []
  const resolved: string[] = []
  const send: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    const one = {
      method: request.method,
      url: request.url,
      headers: request.headers,
      body: request.body === null ? '' : await request.clone().text(),
      signal: init?.signal ?? null,
    }
    requests.push(one)
    if (init?.redirect !== 'manual') throw new Error('follows redirects by itself')
    const stand = stands[request.url] ?? stands[request.url.replace(/\?.*$/, '')]
    if (stand === undefined) return new Response('nothing here', { status: 404 })
    return typeof stand === 'function' ? stand(one) : stand.clone()
  }
  const resolveHost: ResolveHost = async (name) => {
    resolved.push(name)
    return Object.hasOwn(names, name) ? names[name]! : [PUBLIC]
  }
  return { requests, resolved, overrides: { fetch: send, resolveHost } }
}

export const page = (html: string, type = 'text/html; charset=utf-8') =>
  new Response(html, { headers: { 'content-type': type } })

export const redirect = (to: string, status = 302) => new Response(null, { status, headers: { location: to } })
