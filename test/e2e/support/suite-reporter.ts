import type {
  FullConfig,
  FullResult,
  Reporter,
  Suite,
  TestCase,
  TestError,
  TestResult,
} from '@playwright/test/reporter'

/**
 * Writes one line of JSON at the end, `{"suite", "passed", "failed", "seconds"}`, after each failure in full. A skipped
 * test counts as failed.
 */
export default class SuiteReporter implements Reporter {
  #root: Suite | undefined
  readonly #errors: string[] = []

  onBegin(_config: FullConfig, suite: Suite): void {
    this.#root = suite
  }

  onError(error: TestError): void {
    this.#errors.push(describeError(error))
  }

  onTestEnd(test: TestCase, { status, errors, attachments }: TestResult): void {
    if (status === test.expectedStatus && status !== 'skipped') return
    const trace = attachments.find(({ name }) => name === 'trace')?.path
    const lines = [test.titlePath().filter(Boolean).join(' > '), ...errors.map(describeError)]
    if (trace !== undefined) lines.push(`npx playwright show-trace ${trace}`)
    process.stdout.write(`${lines.join('\n')}\n\n`)
  }

  onEnd({ duration }: FullResult): void {
    process.stdout.write(this.#errors.map((error) => `${error}\n`).join(''))
    const tests = this.#root?.allTests() ?? []
    const passed = tests.filter((test) => test.results.at(-1)?.status === 'passed').length
    const failed = tests.length - passed + this.#errors.length
    process.stdout.write(`${JSON.stringify({ suite: 'journeys', passed, failed, seconds: duration / 1000 })}\n`)
  }

  printsToStdio(): boolean {
    return true
  }
}

const describeError = ({ stack, message, value, snippet }: TestError): string =>
  [stack ?? message ?? value, snippet].filter(Boolean).join('\n')
