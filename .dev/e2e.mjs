/** `npm run test:e2e`: the journeys in a real browser; `-- long` the long ones, `-- all` both. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { countTap } from './counts.mjs'
import { root, run } from './env.mjs'
import { install } from './install.mjs'
import { buildWeb, writeDevVars } from './prepare.mjs'

/** A journey that hangs fails instead of holding up everything. */
const JOURNEY_TIMEOUT_MS = 300_000
/** Most of a journey is waiting, for a server, a browser or a page: while one waits another goes on. */
const JOURNEYS_AT_ONCE = 3

/**
 * A run of their own: every request that can fail, servers that are killed, storms of votes, slow networks, every screen
 * at four densities, services of others, a hundred tabs, what is heard live, no network, every way a card is begun, handed on and removed.
 */
const LONG = new Set([
  'ai.test.ts',
  'analytics.test.ts',
  'auth-social.test.ts',
  'auth-tabs.test.ts',
  'data.test.ts',
  'failures.test.ts',
  'live.test.ts',
  'offline.test.ts',
  'plug.test.ts',
  'providers.test.ts',
  'sharing.test.ts',
  'slow.test.ts',
  'starting.test.ts',
  'steady.test.ts',
  'storms.test.ts',
])
const CHOICES = { short: (name) => !LONG.has(name), long: (name) => LONG.has(name), all: () => true }

/**
 * Runs journeys.
 *
 * @param {'short' | 'long' | 'all'} [choice] which: those that `npm test` has time for, the others, or both
 * @returns {Promise<{ passed: number, failed: number }>} a skipped one counts as failed
 */
export async function runJourneys(choice = 'short') {
  const folder = join(root, 'test', 'e2e')
  const tests = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.test.ts')) : []
  if (!Object.hasOwn(CHOICES, choice)) throw new Error(`"${choice}" is none of: ${Object.keys(CHOICES).join(', ')}`)
  const files = tests.filter(CHOICES[choice])
  if (files.length === 0) return { passed: 0, failed: 1 }

  const report = join(root, 'node_modules', '.cache', 'e2e.tap')
  mkdirSync(join(root, 'node_modules', '.cache'), { recursive: true })
  rmSync(report, { force: true })
  const reporters = ['spec', 'stdout', 'tap', report].map((value, i) =>
    i % 2 === 0 ? `--test-reporter=${value}` : `--test-reporter-destination=${value}`,
  )
  const paths = files.map((name) => `test/e2e/${name}`)
  const options = [
    '--test',
    `--test-concurrency=${JOURNEYS_AT_ONCE}`,
    // Once for all of them: the server that most journeys share.
    '--test-global-setup=test/e2e/support/global-setup.ts',
    `--test-timeout=${JOURNEY_TIMEOUT_MS}`,
  ]
  const { code } = await run('node', [...options, ...reporters, ...paths], { show: true })
  return countTap(existsSync(report) ? readFileSync(report, 'utf8') : '', code)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await install()
  writeDevVars()
  await buildWeb()
  const { passed, failed } = await runJourneys(process.argv[2])
  process.stdout.write(`${passed} passed, ${failed} failed\n`)
  process.exit(failed === 0 ? 0 : 1)
}
