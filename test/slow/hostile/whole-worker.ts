import { readConfig } from '#worker/config.ts'
import { sign } from '#worker/http/signature.ts'
import { createTestApp, noPictures, ORIGIN } from '../../support/app.ts'
import { testEnv } from '../../support/env.ts'
import { getNetwork } from '../../support/hostile-requests.ts'
import type { RequestOptions, Tables } from '../../worker/db/tables.ts'

/** One request in this many goes through the whole deployed Worker. */
const EVERY = 10

/**
 * Calls the table routes directly, and one request in ten through the whole Worker as deployed: host check, log, row
 * budgets and deny cache, with each response validated against its documentation. Each attempt has its own network.
 */
export function createMixedClient(tables: Tables) {
  const env = { ...testEnv(), APP_ENV: 'production' as const, PUBLIC_URL: ORIGIN }
  const { send } = createTestApp({ clock: () => tables.clock.now, pictures: noPictures }, env)
  const { serviceKey, publicKey, visitorSecret } = readConfig(env)
  const counts = { tables: 0, whole: 0 }

  async function askWhole(path: string, { as = 'public', visitor, ...init }: RequestOptions): Promise<Response> {
    const key = as === 'service' ? serviceKey : publicKey
    const headers = new Headers({ ...getNetwork(counts.whole), ...Object.fromEntries(new Headers(init.headers)) })
    if (as !== 'keyless') {
      headers.set('apikey', key)
      headers.set('authorization', `Bearer ${key}`)
    }
    if (visitor !== undefined)
      headers.set('cookie', `__Host-visitor=${visitor}.${await sign(visitorSecret, `visitor:${visitor}`)}`)
    return send(path, { ...init, headers })
  }

  return {
    counts,
    ask(path: string, how: RequestOptions = {}): Promise<Response> {
      const isWhole = (counts.tables + counts.whole) % EVERY === EVERY - 1
      counts[isWhole ? 'whole' : 'tables']++
      return isWhole ? askWhole(path, how) : tables.ask(path, how)
    },
  }
}

export type MixedAsk = ReturnType<typeof createMixedClient>
