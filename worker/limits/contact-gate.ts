import type { Clock } from '#worker/env.ts'
import { type GateStore, putQuietly, readQuietly } from './vote-gate.ts'

export type ContactGateDeps = { db: D1Database; store: GateStore; clock: Clock; cooldownMs: number }

/**
 * One message per sender and cooldown. KV refuses again whom the database has refused once; whether a message passes
 * is decided by one conditional statement, so of any number of parallel sends exactly one gets through.
 */
export function createContactGate({ db, store, clock, cooldownMs }: ContactGateDeps) {
  const keyOf = (sender: string) => `cd:${sender}`

  return {
    /** @returns null when the sender may pass (and the cooldown starts), else until when to wait (milliseconds since 1970). */
    async enter(sender: string): Promise<{ refusedUntil: number } | null> {
      const now = clock()
      const remembered = Number((await readQuietly(store, [keyOf(sender)])).get(keyOf(sender)) ?? 0)
      if (remembered > now) return { refusedUntil: remembered }

      const [entered, current] = await db.batch<{ next_at: number }>([
        db
          .prepare(
            `insert into contact_gate (sender, next_at) values (?1, ?2)
             on conflict (sender) do update set next_at = excluded.next_at where contact_gate.next_at <= ?3
             returning next_at`,
          )
          .bind(sender, now + cooldownMs, now),
        db.prepare('select next_at from contact_gate where sender = ?1').bind(sender),
      ])
      if (entered!.results.length > 0) return null

      const refusedUntil = current!.results[0]!.next_at
      await putQuietly(store, keyOf(sender), refusedUntil, now)
      return { refusedUntil }
    },

    /** Gives the turn back to a sender whose message could not be stored after all. */
    async leave(sender: string): Promise<void> {
      await db.prepare('update contact_gate set next_at = 0 where sender = ?1').bind(sender).run()
      // A parallel send may have been refused meanwhile, and that refusal remembered.
      await putQuietly(store, keyOf(sender), 0, clock())
    },
  }
}

export type ContactGate = ReturnType<typeof createContactGate>
