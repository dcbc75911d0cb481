import { execFileSync } from 'node:child_process'
import { root, run, toolEnv } from './env.mjs'

/** Timeout of a suite. `npm test -- --all` takes up to 15 minutes, and a busy machine may need three times as long. */
const SUITE_DEADLINE_MS = 45 * 60_000

/** Files that the `art` projects test. */
const ART = [
  'worker/artist',
  'worker/render',
  'worker/graphics',
  'worker/photo',
  'shared/vision',
  'shared/design',
  'web/weights',
  'test/art',
]

/**
 * The results of a suite.
 *
 * @typedef {{ suite: string, passed: number, failed: number, seconds: number }} Sum
 */

/**
 * Runs a tool as a check that passes or fails.
 *
 * @param {string} suite
 * @returns {Promise<{ sums: Sum[], output: string }>}
 */
export async function check(suite, command, args) {
  const started = Date.now()
  const { code, output } = await run(command, args)
  const seconds = (Date.now() - started) / 1000
  const sum = { suite, passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, seconds }
  print(sum)
  return { sums: [sum], output }
}

/**
 * Runs Vitest projects in one process, so that they share the CPU.
 *
 * @param {string[]} projects names
 */
export const runVitest = (projects) =>
  runSuites(projects, 'vitest', [
    'run',
    '--config',
    'test/vitest.config.ts',
    '--reporter=./test/support/suite-reporter.ts',
    ...projects.flatMap((project) => ['--project', project]),
  ])

/** Runs the browser journeys. @param {{ all: boolean }} options all: not only those tagged `@smoke` */
export const runJourneys = ({ all }) =>
  runSuites(
    ['journeys'],
    'playwright',
    [
      'test',
      '--config',
      'test/e2e/playwright.config.ts',
      '--reporter=./test/e2e/support/suite-reporter.ts',
      ...(all ? [] : ['--grep', '@smoke', '--project', 'site']),
    ],
    all ? {} : { E2E_PROJECTS: 'site' },
  )

/**
 * Returns true if files of the artist differ from the upstream branch, committed or not. Without an upstream branch, only
 * uncommitted changes count.
 */
export function hasArtChanged() {
  const git = (...args) => {
    try {
      return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    } catch {
      return ''
    }
  }
  return git('status', '--porcelain', '--', ...ART) + git('diff', '--name-only', '@{upstream}', '--', ...ART) !== ''
}

/** Harmless lines that workerd writes when a test empties storage or stops reading. */
const RUNTIME_NOISE = /^(?:(?:uncaught exception; )?exception = workerd\/|stack: \/)/

/**
 * Runs a test runner whose reporter writes a JSON line per suite. All other lines are its output. A suite without a line
 * has failed.
 *
 * @param {string[]} suites names
 */
async function runSuites(suites, command, args, env = {}) {
  const sums = []
  let output = ''
  const onLine = (line) => {
    if (!line.startsWith('{"suite":')) {
      if (!RUNTIME_NOISE.test(line)) output += `${line}\n`
      return
    }
    const sum = JSON.parse(line)
    sums.push(sum)
    print(sum)
  }
  const { code } = await run(command, args, { env: toolEnv(env), deadlineMs: SUITE_DEADLINE_MS, onLine })
  const fail = (suite) => {
    const sum = { suite, passed: 0, failed: 1, seconds: 0 }
    sums.push(sum)
    print(sum)
  }
  for (const suite of suites) if (!sums.some((sum) => sum.suite === suite)) fail(suite)
  // The runner itself may crash after its suites have passed.
  if (code !== 0 && sums.every(({ failed }) => failed === 0)) fail(command)
  return { sums, output }
}

function print({ suite, passed, failed, seconds }) {
  process.stdout.write(`${suite.padEnd(12)} ${passed} passed, ${failed} failed (${seconds.toFixed(1)} s)\n`)
}
