import type { Clock } from '#worker/env.ts'
import { describeError, log } from '#worker/http/log.ts'

/** What of KV the gates use. */
export type GateStore = {
  get(keys: string[]): Promise<Map<string, string | null>>
  put(key: string, value: string, options: { expiration: number }): Promise<void>
}

export type Refusal = { until: number; kind: 'duplicate' | 'cap' }

/**
 * The cheap gate in front of the vote ledger. It only remembers refusals the ledger has made, each with its deadline
 * in the value, so it can let too much through but never refuse wrongly: stale, empty or broken, the ledger's answer
 * stays exact. A remembered refusal costs one read of KV and none of the database.
 */
export function createVoteGate(store: GateStore, clock: Clock) {
  const duplicateKey = (voter: string, card: string) => `vt:${voter}:${card}`
  const capKey = (voter: string) => `vt:${voter}`

  return {
    /** @returns until when this voter has to wait, in milliseconds since 1970, or null when nothing is remembered. */
    async refusedUntil(voter: string, card: string): Promise<Refusal | null> {
      const keys = { duplicate: duplicateKey(voter, card), cap: capKey(voter) }
      const values = await readQuietly(store, [keys.duplicate, keys.cap])
      const now = clock()
      for (const kind of ['duplicate', 'cap'] as const) {
        const until = Number(values.get(keys[kind]) ?? 0)
        if (until > now) return { until, kind }
      }
      return null
    },

    /** Remembers a refusal of the ledger. Losing it costs one more look into the ledger, nothing else. */
    async remember(voter: string, card: string, until: number, kind: Refusal['kind']): Promise<void> {
      const key = kind === 'cap' ? capKey(voter) : duplicateKey(voter, card)
      await putQuietly(store, key, until, clock())
    },
  }
}

export type VoteGate = ReturnType<typeof createVoteGate>

/** KV refuses to keep anything for less than a minute. */
const MIN_TTL_SECONDS = 60

/** A gate that cannot be read is an open gate: the truth behind it decides. */
export async function readQuietly(store: GateStore, keys: string[]): Promise<Map<string, string | null>> {
  try {
    return await store.get(keys)
  } catch (thrown) {
    log.info('gate not readable', { cause: describeError(thrown) })
    return new Map()
  }
}

export async function putQuietly(store: GateStore, key: string, until: number, now: number): Promise<void> {
  const expiration = Math.ceil(Math.max(until / 1000, now / 1000 + MIN_TTL_SECONDS))
  try {
    await store.put(key, String(until), { expiration })
  } catch (thrown) {
    log.info('gate not writable', { cause: describeError(thrown) })
  }
}
