import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

type Count = (report: string, code: number) => { passed: number; failed: number }
type Sum = ReturnType<Count>
const { countVitest, countTap, failuresOfTap, sumAfterRetry } = (await import(
  new URL('../../../.dev/counts.mjs', import.meta.url).href
)) as {
  countVitest: Count
  countTap: Count
  failuresOfTap: (report: string) => { title: string; file: string }[]
  sumAfterRetry: (first: Sum, second: Sum) => Sum
}

type File = { status: string; assertionResults: { status: string }[] }
const vitest = (...files: string[][]) => {
  const testResults = files.map((statuses): File => {
    const failed = statuses.length === 0 || statuses.includes('failed')
    return { status: failed ? 'failed' : 'passed', assertionResults: statuses.map((status) => ({ status })) }
  })
  const all = files.flat()
  return JSON.stringify({
    numTotalTests: all.length,
    numPassedTests: all.filter((status) => status === 'passed').length,
    testResults,
  })
}

const tap = (pass: number, fail: number, cancelled: number, skipped: number, todo: number) =>
  `TAP version 13\n# tests 9\n# pass ${pass}\n# fail ${fail}\n# cancelled ${cancelled}\n# skipped ${skipped}\n# todo ${todo}\n`

describe('the sum of a suite', () => {
  test.each([
    ['what passed, passed', vitest(['passed', 'passed'], ['passed']), 0, { passed: 3, failed: 0 }],
    ['a failure is counted once', vitest(['passed', 'failed']), 1, { passed: 1, failed: 1 }],
    ['a skipped test failed', vitest(['passed', 'pending']), 0, { passed: 1, failed: 1 }],
    ['so did one that is still to be written', vitest(['passed', 'todo']), 0, { passed: 1, failed: 1 }],
    ['a file that cannot be loaded failed', vitest(['passed'], []), 1, { passed: 1, failed: 1 }],
    ['a suite without tests failed', vitest(), 0, { passed: 0, failed: 1 }],
    ['an end without a reason failed', vitest(['passed']), 1, { passed: 1, failed: 1 }],
    ['a suite that never started failed', '', 1, { passed: 0, failed: 1 }],
    ['even when it says it is content', '', 0, { passed: 0, failed: 1 }],
  ])('%s', (_rule, report, code, sum) => expect(countVitest(report, code)).toEqual(sum))

  test.each([
    ['journeys that passed', tap(3, 0, 0, 0, 0), 0, { passed: 3, failed: 0 }],
    ['failed, cancelled, skipped, planned', tap(3, 1, 1, 1, 1), 1, { passed: 3, failed: 4 }],
    ['none', tap(0, 0, 0, 0, 0), 0, { passed: 0, failed: 1 }],
    ['a runner that broke down', '', 1, { passed: 0, failed: 1 }],
  ])('%s', (_rule, report, code, sum) => expect(countTap(report, code)).toEqual(sum))
})

describe('journeys that failed', () => {
  const FILE = `
import { describe, test } from 'node:test'
describe('a group', () => {
  test('passes', () => {})
  test('fails', () => {
    throw new Error("not ok 1 - a message\\n  location: 'elsewhere.ts:1:1'")
  })
})
`

  test('are named with their file by the report of the runner itself', () => {
    const folder = mkdtempSync(join(tmpdir(), 'journeys-'))
    const file = join(folder, 'one.test.mjs')
    writeFileSync(file, FILE)
    const { NODE_TEST_CONTEXT: _, ...env } = process.env
    const { stdout } = spawnSync(process.execPath, ['--test', '--test-reporter=tap', file], { encoding: 'utf8', env })
    rmSync(folder, { recursive: true })

    expect(countTap(stdout, 1)).toEqual({ passed: 1, failed: 1 })
    expect(failuresOfTap(stdout)).toEqual([
      { title: 'fails', file },
      { title: 'a group', file },
    ])
  })

  test.each([
    [
      'pass on the second try: all passed',
      { passed: 5, failed: 2 },
      { passed: 4, failed: 0 },
      { passed: 7, failed: 0 },
    ],
    ['fail again', { passed: 5, failed: 2 }, { passed: 2, failed: 2 }, { passed: 5, failed: 2 }],
    ['pass in part', { passed: 5, failed: 2 }, { passed: 3, failed: 1 }, { passed: 6, failed: 1 }],
    ['cannot be tried again', { passed: 5, failed: 2 }, { passed: 0, failed: 1 }, { passed: 5, failed: 2 }],
  ])('%s', (_rule, first, second, sum) => expect(sumAfterRetry(first, second)).toEqual(sum))
})
