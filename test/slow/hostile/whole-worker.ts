import { readConfig } from '#worker/config.ts'
import { sign } from '#worker/http/signature.ts'
import { createTestApp, noPictures, ORIGIN } from '../../support/app.ts'
import { testEnv } from '../../support/env.ts'
import { networkOf } from '../../support/hostile-requests.ts'
import type { Asked, Tables } from '../../worker/db/tables.ts'

/** One of so many goes through everything that a deployed Worker has in front of its tables. */
const EVERY = 10

/**
 * Asks the tables behind their routes, and one of ten times the whole Worker as it is deployed: host check, log,
 * budgets of rows and deny cache, each answer compared with its documentation. Each attempt has a network of its own.
 */
export function createMixedAsk(tables: Tables) {
  const env = { ...testEnv(), APP_ENV: 'production' as const, PUBLIC_URL: ORIGIN }
  const { send } = createTestApp({ clock: () => tables.clock.now, pictures: noPictures }, env)
  const { serviceKey, publicKey, visitorSecret } = readConfig(env)
  const asked = { tables: 0, whole: 0 }

  async function askWhole(path: string, { as = 'public', visitor, ...init }: Asked): Promise<Response> {
    const key = as === 'service' ? serviceKey : publicKey
    const headers = new Headers({ ...networkOf(asked.whole), ...Object.fromEntries(new Headers(init.headers)) })
    if (as !== 'keyless') {
      headers.set('apikey', key)
      headers.set('authorization', `Bearer ${key}`)
    }
    if (visitor !== undefined)
      headers.set('cookie', `__Host-visitor=${visitor}.${await sign(visitorSecret, `visitor:${visitor}`)}`)
    return send(path, { ...init, headers })
  }

  return {
    asked,
    ask(path: string, how: Asked = {}): Promise<Response> {
      const isWhole = (asked.tables + asked.whole) % EVERY === EVERY - 1
      asked[isWhole ? 'whole' : 'tables']++
      return isWhole ? askWhole(path, how) : tables.ask(path, how)
    },
  }
}

export type MixedAsk = ReturnType<typeof createMixedAsk>
