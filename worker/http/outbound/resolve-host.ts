import * as z from 'zod/mini'

/** Every address of a name; none when it has none. @throws when that cannot be found out */
export type ResolveHost = (name: string, signal: AbortSignal) => Promise<readonly string[]>

const TYPES = { A: 1, AAAA: 28 } as const
const NO_ERROR = 0

/** https://developers.cloudflare.com/1.1.1.1/encryption/dns-over-https/make-api-requests/dns-json/ */
const DnsAnswer = z.object({
  Status: z.int(),
  Answer: z.optional(z.array(z.object({ type: z.int(), data: z.string() }))),
})

/**
 * Asks a resolver over HTTPS for both kinds of address of a name: either may be the one that is used, so failing to
 * learn one is failing.
 *
 * @param address of a resolver that answers in JSON
 */
export function createHostResolver(address: string, send: typeof fetch): ResolveHost {
  async function ask(name: string, type: keyof typeof TYPES, signal: AbortSignal): Promise<string[]> {
    const url = new URL(address)
    url.searchParams.set('name', name)
    url.searchParams.set('type', type)
    const response = await send(url.href, { headers: { accept: 'application/dns-json' }, redirect: 'manual', signal })
    if (!response.ok) throw new Error(`the resolver answered ${response.status}`)
    const { Status, Answer = [] } = DnsAnswer.parse(await response.json())
    if (Status !== NO_ERROR) throw new Error(`the resolver said ${Status}`)
    return Answer.filter((record) => record.type === TYPES[type]).map(({ data }) => data)
  }

  return async (name, signal) => (await Promise.all([ask(name, 'A', signal), ask(name, 'AAAA', signal)])).flat()
}
