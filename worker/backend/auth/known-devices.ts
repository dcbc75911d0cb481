import type { Clock } from '#worker/env.ts'
import { sign } from '#worker/http/signature.ts'
import type { Secrets } from '#worker/http/visitor.ts'
import type { RequestSource } from './request-source.ts'

const RETENTION_MS = 90 * 86_400_000

type Deps = { db: D1Database; clock: Clock; tokenSecrets: Secrets }

/**
 * Devices that have signed in to an account before: browsers, by cookie, and networks. They have their own rate limits,
 * so strangers' attempts cannot lock the user out. A known browser takes precedence over its network, because neighbors
 * share the network's limits. Stored as HMACs.
 */
export class KnownDevices {
  private readonly db: D1Database
  private readonly clock: Clock
  private readonly tokenSecrets: Secrets

  constructor({ db, clock, tokenSecrets }: Deps) {
    this.db = db
    this.clock = clock
    this.tokenSecrets = tokenSecrets
  }

  /** @returns the device's key for its own rate limits, or null for an unknown device */
  async find(account: string, from: Pick<RequestSource, 'network' | 'browser'>): Promise<string | null> {
    const hashes = await Promise.all(this.tokenSecrets.map((secret) => hashDevice(secret, account, from)))
    // Browser hashes of all secrets come first, then the network hashes.
    const ordered = [...hashes.flatMap((pair) => pair.slice(0, -1)), ...hashes.flatMap((pair) => pair.slice(-1))]
    return this.db
      .prepare(
        `select hash from json_each(?1) device join known_devices on hash = device.value where until > ?2
         order by device.key limit 1`,
      )
      .bind(JSON.stringify(ordered), this.clock())
      .first<string>('hash')
  }

  /** Remembers a device after a successful sign-in. */
  async remember(account: string, from: Pick<RequestSource, 'network' | 'browser'>): Promise<void> {
    await this.db
      .prepare(
        `insert into known_devices (hash, until) select value, ?2 from json_each(?1) where true
         on conflict (hash) do update set until = excluded.until where known_devices.until < excluded.until - ?3`,
      )
      .bind(
        JSON.stringify(await hashDevice(this.tokenSecrets[0], account, from)),
        this.clock() + RETENTION_MS,
        RETENTION_MS / 2,
      )
      .run()
  }
}

const hashDevice = (
  tokenSecret: string,
  account: string,
  { network, browser }: Pick<RequestSource, 'network' | 'browser'>,
): Promise<string[]> =>
  Promise.all(
    [...(browser === null ? [] : [`browser ${browser}`]), `network ${network}`].map((device) =>
      sign(tokenSecret, `known:${device} ${account}`),
    ),
  )
