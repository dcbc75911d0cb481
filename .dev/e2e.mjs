/** `npm run test:e2e`: the journeys in a real browser. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root, run } from './env.mjs'
import { install } from './install.mjs'
import { buildWeb, writeDevVars } from './prepare.mjs'

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
  const { code } = await run('node', ['--test', '--test-concurrency=1', ...reporters, ...paths], { show: true })
  return countsOf(existsSync(report) ? readFileSync(report, 'utf8') : '', code)
}

/** Reads the sums at the end of a TAP report. */
function countsOf(tap, code) {
  const sum = (name) => Number(new RegExp(`^# ${name} (\\d+)$`, 'm').exec(tap)?.[1] ?? 0)
  const passed = sum('pass')
  const failed = sum('fail') + sum('cancelled') + sum('skipped') + sum('todo')
  const unexplained = failed === 0 && (code !== 0 || passed === 0)
  return { passed, failed: unexplained ? 1 : failed }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await install()
  writeDevVars()
  await buildWeb()
  const { passed, failed } = await runJourneys()
  process.stdout.write(`${passed} passed, ${failed} failed\n`)
  process.exit(failed === 0 ? 0 : 1)
}
