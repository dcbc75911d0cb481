import * as z from 'zod/mini'

/** Returns every address of a name. @throws if the lookup fails */
export type ResolveHost = (name: string, signal: AbortSignal) => Promise<readonly string[]>

const TYPES = { A: 1, AAAA: 28 } as const
const NO_ERROR = 0

/** https://developers.cloudflare.com/1.1.1.1/encryption/dns-over-https/make-api-requests/dns-json/ */
const DnsResponse = z.object({
  Status: z.int(),
  Answer: z.optional(z.array(z.object({ type: z.int(), data: z.string() }))),
})

/**
 * Resolves names by DNS over HTTPS. Looks up both A and AAAA records and fails if either lookup fails, because the
 * platform may connect to either.
 *
 * @param resolverUrl a resolver that answers in JSON
 */
export function createHostResolver(resolverUrl: string, send: typeof fetch): ResolveHost {
  async function lookUp(name: string, type: keyof typeof TYPES, signal: AbortSignal): Promise<string[]> {
    const url = new URL(resolverUrl)
    url.searchParams.set('name', name)
    url.searchParams.set('type', type)
    const response = await send(url.href, { headers: { accept: 'application/dns-json' }, redirect: 'manual', signal })
    if (!response.ok) throw new Error(`the resolver returned HTTP ${response.status}`)
    const { Status, Answer = [] } = DnsResponse.parse(await response.json())
    if (Status !== NO_ERROR) throw new Error(`the resolver returned DNS status ${Status}`)
    return Answer.filter((record) => record.type === TYPES[type]).map(({ data }) => data)
  }

  return async (name, signal) => (await Promise.all([lookUp(name, 'A', signal), lookUp(name, 'AAAA', signal)])).flat()
}
