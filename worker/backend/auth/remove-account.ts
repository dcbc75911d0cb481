import type { Clock } from '#worker/env.ts'
import { describeError, log } from '#worker/http/log.ts'
import type { UserRow } from './user.ts'

type Deps = { db: D1Database; clock: Clock; removeFiles(paths: readonly string[]): Promise<void> }

const OWN = `select id from fantasy_football_cards where user_id = ?1 and user_id <> 'anonymous'`

/**
 * Removes an account together with the cards that were saved with it, in one transaction: their ids answer 410 from then
 * on, their votes and reports go with them. A file that cannot be removed now is taken by the next sweep. Cards of
 * this person that were made without signing in stay with the browser that made them.
 */
export async function removeAccount({ id, email }: UserRow, { db, clock, removeFiles }: Deps): Promise<void> {
  const [, art, editions] = await db.batch<{ path: string }>([
    db
      .prepare(
        `insert into removed_cards (id, removed_at, art_path)
         select id, ?2, art_path from fantasy_football_cards where id in (${OWN}) on conflict (id) do nothing`,
      )
      .bind(id, clock()),
    db
      .prepare(`select art_path as path from fantasy_football_cards where id in (${OWN}) and art_path is not null`)
      .bind(id),
    db.prepare(`delete from generations where card_id in (${OWN}) returning image_path as path`).bind(id),
    db.prepare(`delete from fantasy_football_cards where id in (${OWN})`).bind(id),
    db.prepare('delete from one_time_tokens where email = ?1').bind(email),
    db.prepare('delete from users where id = ?1').bind(id),
  ])
  const files = [...art!.results, ...editions!.results].map(({ path }) => path)
  await removeFiles(files).catch((thrown: unknown) =>
    log.error('not all of a removed account is gone yet', { cause: describeError(thrown) }),
  )
}
