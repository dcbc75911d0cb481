import type { Clock } from '#worker/env.ts'
import { describeError, log } from '#worker/http/log.ts'
import { sha256Hex } from '#worker/http/secrets.ts'
import type { AccountHoldings, UserRow } from './user.ts'

type Deps = {
  db: D1Database
  clock: Clock
  holdings: Pick<AccountHoldings, 'removal'>
  removeFiles: (paths: readonly string[]) => Promise<void>
}

/** Returns the hash that identifies a removed account. The id has 128 random bits, so a plain hash reveals nothing. */
export const hashErasure = (userId: string): Promise<string> => sha256Hex(`erased account:${userId}`)

/**
 * Removes an account with the product's data for it, in one transaction. If a file cannot be removed now, the next
 * sweep removes it.
 */
export async function removeAccount({ id, email }: UserRow, { db, clock, holdings, removeFiles }: Deps): Promise<void> {
  const results = await db.batch<{ path?: string }>([
    ...holdings.removal(id),
    db.prepare('delete from one_time_tokens where email = ?1').bind(email),
    db.prepare('delete from users where id = ?1').bind(id),
    db
      .prepare('insert into erasures (hash, at) values (?1, ?2) on conflict do nothing')
      .bind(await hashErasure(id), clock()),
  ])
  const files = results.flatMap(({ results: rows }) => rows.flatMap(({ path }) => path ?? []))
  await removeFiles(files).catch((thrown: unknown) =>
    log.error('files of a removed account not removed yet', { cause: describeError(thrown) }),
  )
}
