/** `npm run test:e2e`: the journeys in a real browser. */
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
const JOURNEYS_AT_ONCE = 2

/** Runs every journey. @returns {Promise<{ passed: number, failed: number }>} a skipped one counts as failed */
export async function runJourneys() {
  const folder = join(root, 'test', 'e2e')
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.test.ts')) : []
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
  const { passed, failed } = await runJourneys()
  process.stdout.write(`${passed} passed, ${failed} failed\n`)
  process.exit(failed === 0 ? 0 : 1)
}
