import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { countVitest } from './counts.mjs'
import { root, run } from './env.mjs'

/** A suite that hangs fails; the longest takes 9 minutes on two cores. */
const SUITE_DEADLINE_MS = 25 * 60_000

/** A tool that is content or not: one check. */
export async function check(command, args) {
  const { code } = await run(command, args, { show: true })
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

/** One project of the vitest configuration. What was skipped, or never started, counts as failed. */
export async function suite(project) {
  const folder = join(root, 'node_modules', '.cache')
  const report = join(folder, `vitest-${project}.json`)
  mkdirSync(folder, { recursive: true })
  rmSync(report, { force: true })
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`]
  const args = ['run', '--config', 'test/vitest.config.ts', '--project', project, ...reporters]
  const { code } = await run('vitest', args, { show: true, deadlineMs: SUITE_DEADLINE_MS })
  return countVitest(existsSync(report) ? readFileSync(report, 'utf8') : '', code)
}
