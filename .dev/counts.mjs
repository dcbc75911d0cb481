/**
 * What a suite's own report adds up to. Whatever did not run did not pass: skipped tests count as failed, and so does
 * a suite that never started, holds no test or ended badly without saying why.
 */

/** @param {string} report vitest's JSON report, or '' when there is none @param {number} code its exit code */
export function countVitest(report, code) {
  if (report === '') return { passed: 0, failed: 1 }
  const { numPassedTests, numTotalTests, testResults } = JSON.parse(report)
  // A file that could not even be loaded holds no test that could fail.
  const unloaded = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((assertion) => assertion.status === 'failed'),
  ).length
  return explained(numPassedTests, numTotalTests - numPassedTests + unloaded, code)
}

/** @param {string} report the TAP report of Node's test runner, whose end holds the sums @param {number} code its exit code */
export function countTap(report, code) {
  const sum = (name) => Number(new RegExp(`^# ${name} (\\d+)$`, 'm').exec(report)?.[1] ?? 0)
  return explained(sum('pass'), sum('fail') + sum('cancelled') + sum('skipped') + sum('todo'), code)
}

/**
 * What failed, by the TAP report of Node's test runner.
 *
 * @param {string} report
 * @returns {{ title: string, file: string }[]} tests and the groups that hold them; file: the path that the runner names
 */
export function failuresOfTap(report) {
  const failure = /^ *not ok \d+ - (.*)\n *---\n(?: *(?!\.\.\.).*\n)*? *location: '(.+):\d+:\d+'$/gm
  return [...report.matchAll(failure)].map(([, title, file]) => ({ title, file }))
}

/**
 * The sum of a run whose failures were tried a second time.
 *
 * @param {{ passed: number, failed: number }} first
 * @param {{ passed: number, failed: number }} second of the files that had failures; 0 and 1 when it broke down
 */
export function sumAfterRetry(first, second) {
  const failed = second.passed === 0 ? first.failed : Math.min(second.failed, first.failed)
  return { passed: first.passed + first.failed - failed, failed }
}

const explained = (passed, failed, code) => ({
  passed,
  failed: failed === 0 && (code !== 0 || passed === 0) ? 1 : failed,
})
