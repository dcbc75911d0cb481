/**
 * `npm run scale`: what a million visitors a day cost a month, and which limit is reached first, computed from the counts
 * that `npm run bench` keeps and dated tables of prices and limits. `-- --visitors=100000` computes another number.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { actsOf } from './acts.ts'
import { DAYS_PER_MONTH, databaseBytesPerDay, dollarsFor, primaryShare, usageOf } from './model.ts'
import { LIMITS, PAID_PICTURE, PRICES, READ_ON, type Unit } from './prices.ts'

/** Of a day's visits, the share of its busiest hour. */
const BUSIEST_HOUR = 0.1

const { values } = parseArgs({ options: { visitors: { type: 'string', default: '1000000' } } })
const visitors = Number(values.visitors)
const file = fileURLToPath(new URL('../bench/figures.json', import.meta.url).href)
const acts = actsOf(JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>)

const say = (line: string) => process.stdout.write(`${line}\n`)
const whole = (value: number) => Math.round(value).toLocaleString('en')

say(`${whole(visitors)} visitors a day; prices of ${READ_ON}\n`)
say('what'.padEnd(26) + 'a month'.padStart(18) + 'dollars'.padStart(12))
const bill = Object.entries(usageOf(acts, visitors))
  .map(([unit, used]) => ({ unit: unit as Unit, used, dollars: dollarsFor(unit as Unit, used) }))
  .toSorted((one, other) => other.dollars - one.dollars)
for (const { unit, used, dollars } of bill)
  say(PRICES[unit].unit.padEnd(26) + whole(used).padStart(18) + whole(dollars).padStart(12))
const sum = bill.reduce((total, { dollars }) => total + dollars, 0)
say(`${'in all, without the plan'.padEnd(44)}${whole(sum).padStart(12)}\n`)

const pictures =
  (acts.find(({ name }) => name === 'makes and saves a card')?.perVisitor ?? 0) * visitors * DAYS_PER_MONTH
const dollarsOf = (each: number) => whole(pictures * each)
say(
  `with an engine that is paid for each picture: ${dollarsOf(PAID_PICTURE.least)} to ${dollarsOf(PAID_PICTURE.most)} more` +
    ` (${whole(pictures)} pictures); DAILY_GENERATION_CEILING ends it before\n`,
)

const perDay = databaseBytesPerDay(acts, visitors)
const days = LIMITS.databaseBytes.value / perDay
const share = primaryShare(acts, visitors, BUSIEST_HOUR, LIMITS.databaseMsPerSecond.value)
const news = (visitors * BUSIEST_HOUR) / 3600
const reached: readonly (readonly [share: number, what: string, next: string])[] = [
  [share, `the database’s one thread: ${(share * 100).toFixed(0)} % of it in the busiest hour`, 'votes in shards'],
  [365 / days, `the database’s 10 GB: full after ${days.toFixed(0)} days`, 'old votes as sums, then votes in shards'],
  [
    news / LIMITS.objectRequestsPerSecond.value,
    `the Hall’s channel: ${news.toFixed(0)} votes a second through one object`,
    'more edge objects',
  ],
]
say('limits, the nearest first (worker/backend/README.md says what comes next):')
for (const [, what, next] of reached.toSorted(([one], [other]) => other - one)) say(`- ${what}; next: ${next}`)
