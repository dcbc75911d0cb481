import type { Clock } from '#worker/env.ts'
import type { AccountHoldings } from '../auth/user.ts'

const OWN = `select id from fantasy_football_cards where user_id = ?1 and user_id <> 'anonymous'`

/** Cards per page (keyset pagination). This keeps a database response below its limit for any account. */
const PAGE_CARDS = 500

/** Cards that were saved with an account. Cards made without signing in stay with the browser that made them. */
export class AccountCards implements AccountHoldings {
  private readonly db: D1Database
  private readonly clock: Clock

  constructor({ db, clock }: { db: D1Database; clock: Clock }) {
    this.db = db
    this.clock = clock
  }

  /** Deletes an account's cards with their votes and reports. Their ids return 410 afterward. */
  removal(userId: string): D1PreparedStatement[] {
    return [
      this.db
        .prepare(
          `insert into removed_cards (id, removed_at, art_path)
         select id, ?2, art_path from fantasy_football_cards where id in (${OWN}) on conflict (id) do nothing`,
        )
        .bind(userId, this.clock()),
      this.db
        .prepare(`select art_path as path from fantasy_football_cards where id in (${OWN}) and art_path is not null`)
        .bind(userId),
      this.db.prepare(`delete from generations where card_id in (${OWN}) returning image_path as path`).bind(userId),
      this.db.prepare(`delete from fantasy_football_cards where id in (${OWN})`).bind(userId),
    ]
  }

  async list(userId: string): ReturnType<AccountHoldings['list']> {
    const cards: Record<string, unknown>[] = []
    for (let after: readonly unknown[] = ['', '']; ;) {
      const { results } = await this.db
        .prepare(
          `select id, player_name, jersey_number, team_colors, armor, stats, image_url, visibility, votes, created_at, consent, consent_at
           from fantasy_football_cards where id in (${OWN}) and (created_at, id) > (?2, ?3)
           order by created_at, id limit ${PAGE_CARDS}`,
        )
        .bind(userId, ...after)
        .all<Record<string, unknown>>()
      for (const { stats, ...card } of results)
        cards.push({ ...card, stats: JSON.parse(String(stats ?? 'null')) as unknown })
      const last = results.at(-1)
      if (last === undefined || results.length < PAGE_CARDS) return { cards }
      after = [last['created_at'], last['id']]
    }
  }

  release(accounts: string, value: string): D1PreparedStatement[] {
    return [
      this.db
        .prepare(`update fantasy_football_cards set user_id = 'anonymous' where user_id in (${accounts})`)
        .bind(value),
    ]
  }
}
