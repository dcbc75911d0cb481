/**
 * `npm run bench -- seed --cards=200000`: fills the local database with cards, votes and accounts like the product's.
 * `--seed=1` makes another set, `--until=2026-11-01` sets the time of the newest. Uses DATA_DIR like `npm start`, which
 * must not run on the same data at the same time.
 */
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { getPlatformProxy, unstable_readConfig } from 'wrangler'
import { root } from '../../.dev/env.mjs'
import { migrate } from '../../.dev/migrate.mjs'
import { runBatch, seededCards } from '../support/seeded-cards.ts'

const { values } = parseArgs({
  options: {
    cards: { type: 'string', default: '200000' },
    seed: { type: 'string', default: '1' },
    until: { type: 'string', default: new Date().toISOString() },
  },
})
const seeding = { cards: Number(values.cards), seed: Number(values.seed), until: Date.parse(values.until) }
if (
  !Number.isInteger(seeding.cards) ||
  seeding.cards < 1 ||
  !Number.isInteger(seeding.seed) ||
  Number.isNaN(seeding.until)
)
  throw new Error('--cards and --seed are whole numbers, --until is a date')

const dataDir = process.env['DATA_DIR'] ? resolve(process.env['DATA_DIR']) : join(root, '.wrangler', 'state')
await migrate(dataDir)
// Only the database: the whole configuration would warn about unused Durable Objects.
const { d1_databases, compatibility_date } = unstable_readConfig({ config: join(root, 'wrangler.toml') })
const scratch = mkdtempSync(join(tmpdir(), 'seed-'))
const configPath = join(scratch, 'wrangler.json')
writeFileSync(configPath, JSON.stringify({ name: 'seed', compatibility_date, d1_databases }))
const { env, dispose } = await getPlatformProxy<{ DB: D1Database }>({
  configPath,
  persist: { path: join(dataDir, 'v3') },
})
const db = env.DB
const started = Date.now()
for (const batch of seededCards(seeding)) await runBatch(db, batch)
const counted = await db
  .prepare(`select (select count(*) from fantasy_football_cards) as cards, (select count(*) from votes) as votes`)
  .first<{ cards: number; votes: number }>()
process.stdout.write(
  `${counted!.cards} cards and ${counted!.votes} votes in ${dataDir} after ${((Date.now() - started) / 1000).toFixed(0)} s\n`,
)
await dispose()
rmSync(scratch, { recursive: true })
