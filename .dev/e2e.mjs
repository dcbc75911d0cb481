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
  // One at a time: they share the machine with the servers and browsers they start.
  const { code } = await run(
    'node',
    ['--test', '--test-concurrency=1', `--test-timeout=${JOURNEY_TIMEOUT_MS}`, ...reporters, ...paths],
    { show: true },
  )
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
