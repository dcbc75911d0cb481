import { describeError, log } from '#worker/http/log.ts'
import type { AccountHoldings } from './deps.ts'
import type { UserRow } from './user.ts'

type Deps = {
  db: D1Database
  holdings: Pick<AccountHoldings, 'removal'>
  removeFiles(paths: readonly string[]): Promise<void>
}

/**
 * Removes an account together with what the product keeps for it, in one transaction. A file that cannot be removed now
 * is taken by the next sweep.
 */
export async function removeAccount({ id, email }: UserRow, { db, holdings, removeFiles }: Deps): Promise<void> {
  const results = await db.batch<{ path?: string }>([
    ...holdings.removal(id),
    db.prepare('delete from one_time_tokens where email = ?1').bind(email),
    db.prepare('delete from users where id = ?1').bind(id),
  ])
  const files = results.flatMap(({ results: rows }) => rows.flatMap(({ path }) => path ?? []))
  await removeFiles(files).catch((thrown: unknown) =>
    log.error('not all of a removed account is gone yet', { cause: describeError(thrown) }),
  )
}
