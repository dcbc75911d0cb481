import { COST, writePhc } from '#worker/backend/auth/passwords.ts'
import { sha256Hex } from '#worker/http/secrets.ts'
import { NOW, PASSWORD, quickKey } from '../../support/auth.ts'
import { PROJECT } from '../../support/backend.ts'
import { testEnv } from '../../support/env.ts'

/** Number of migrations in the first published version. */
export const FIRST = 13

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** The site's URL in all rows of that version, which stored the request's host. */
const OLD_HOST = 'http://127.0.0.1:8787'

export const ANN = 'a'.repeat(32)
const USER = 'f'.repeat(32)
export const BOB = 'b'.repeat(32)
const iso = (at: number) => new Date(at).toISOString()
export const picture = (card: string) => `cards/${card}/${'e'.repeat(32)}.jpg`
export const STATS = { strength: 61, agility: 62, touchdownPower: 63, leadership: 64, accuracy: 65 }
export const [PUBLIC, UNLISTED, DRAFT, HIDDEN, REMOVED] = ['1', '2', '3', '4', '5'].map((n) => n.repeat(32)) as [
  string,
  string,
  string,
  string,
  string,
]

/** Inserts rows as the first version wrote them. @param refreshToken the token of the open session */
export async function fillFirst(refreshToken: string): Promise<void> {
  const { DB, FILES } = testEnv()
  const run = (sql: string, ...values: (string | number | null)[]) =>
    DB.prepare(sql)
      .bind(...values)
      .run()
  const card = async (
    id: string,
    visibility: string,
    more: { owner?: string; userId?: string; stats?: object } = {},
  ) => {
    const [path, owner] = [picture(id), more.owner ?? ANN]
    const address = `${OLD_HOST}/storage/${PROJECT}/${path}`
    const stats = JSON.stringify(more.stats ?? STATS)
    const made = NOW - 3 * DAY
    await run(
      `insert into fantasy_football_cards (id, player_name, jersey_number, team_colors, image_url, stats, created_at, votes, user_id,
         visibility, owner, generation_id, armor, tier, art_path, drafted_at)
       values (?, 'Nova', '7', 'Chicago Bears', ?, ?, ?, 0, ?, 'draft', ?, ?, 'duck', 'Rookie', ?, ?)`,
      id,
      address,
      stats,
      iso(made),
      more.userId ?? 'anonymous',
      owner,
      `g${id.slice(1)}`,
      `ai/${id}.webp`,
      iso(made),
    )
    await run(
      `insert into generations (image_url, generation_id, card_id, visitor, image_path, created_at, player_name, jersey_number,
         team_colors, stats) values (?, ?, ?, ?, ?, ?, 'Nova', '7', 'Chicago Bears', ?)`,
      address,
      `g${id.slice(1)}`,
      id,
      owner,
      path,
      made,
      JSON.stringify(STATS),
    )
    await run(`update fantasy_football_cards set visibility = ? where id = ?`, visibility, id)
    await FILES.put(path, 'a front', { httpMetadata: { contentType: 'image/jpeg' } })
  }
  const salt = new Uint8Array(16).fill(7)
  const password = writePhc({ ...COST, salt, key: await quickKey(PASSWORD, salt, COST, 32) })
  await run(
    `insert into users (id, email, email_verified, password_hash, created_at) values (?, 'ann@example.com', 1, ?, ?)`,
    USER,
    password,
    iso(NOW - 9 * DAY),
  )
  await run(`insert into sessions (id, user_id, expires_at) values ('s1', ?, ?)`, USER, NOW + 20 * DAY)
  await run(`insert into refresh_tokens (hash, session_id) values (?, 's1')`, await sha256Hex(refreshToken))

  await card(PUBLIC, 'public', { userId: USER })
  const { touchdownPower, ...others } = STATS
  await card(UNLISTED, 'unlisted', { stats: { ...others, touchdown_power: touchdownPower } })
  await card(DRAFT, 'draft')
  await card(HIDDEN, 'public', { owner: BOB })
  for (const [voter, hours] of [
    [BOB, 5],
    ['c'.repeat(32), 30],
    ['d'.repeat(32), 60],
  ] as const)
    await run('insert into votes (voter, card, at) values (?, ?, ?)', voter, PUBLIC, NOW - hours * HOUR)
  await run('insert into votes (voter, card, at, network) values (?, ?, ?, ?)', 'address-1', HIDDEN, NOW - HOUR, 'n1')
  await run(`update fantasy_football_cards set hidden_from = visibility, visibility = 'draft' where id = ?`, HIDDEN)
  await run(
    `insert into reports (card, reporter, network, reason, at) values (?, ?, 'n1', 'minor', ?)`,
    HIDDEN,
    ANN,
    NOW - 2 * HOUR,
  )
  await run('insert into removed_cards (id, removed_at) values (?, ?)', REMOVED, NOW - DAY)
  await run('insert into contact_gate (sender, next_at) values (?, ?)', BOB, NOW + 15_000)
  await run('insert into generation_quotas (visitor, day, used) values (?, ?, 20)', ANN, Math.floor(NOW / DAY))
  await run('insert into redraws (visitor, hour, used) values (?, ?, 60)', ANN, Math.floor(NOW / HOUR))
  await run(`insert into raw_budgets (key, hour, used) values ('emails:n1', ?, 5)`, Math.floor(NOW / HOUR))
  await run(`insert into attempts (key, full_at) values ('signup:x', ?)`, NOW + HOUR)
  await run(
    `insert into contact_submissions (id, name, email, message, created_at) values ('m1', 'Ann', 'ann@example.com', 'Hi', ?)`,
    iso(NOW),
  )
}
