import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root, run } from './env.mjs'

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
  const { code } = await run('vitest', args, { show: true })
  return countsOf(existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : null, code)
}

function countsOf(report, code) {
  if (report === null) return { passed: 0, failed: 1 }
  const passed = report.numPassedTests
  // A file that could not even be loaded holds no test that could fail.
  const unloaded = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((assertion) => assertion.status === 'failed'),
  ).length
  const failed = report.numTotalTests - passed + unloaded
  const unexplained = failed === 0 && (code !== 0 || passed === 0)
  return { passed, failed: unexplained ? 1 : failed }
}
