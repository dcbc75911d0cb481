import { MinimalReporter, type TestModule, type TestSpecification } from 'vitest/node'

type Suite = { modules: number; passed: number; failed: number; startedAt: number }

/**
 * Writes one line of JSON per finished project to stdout, `{"suite", "passed", "failed", "seconds"}`, and all failures at
 * the end. Skipped tests, modules that fail to load and unhandled errors count as failed.
 */
export default class SuiteReporter extends MinimalReporter {
  readonly #suites = new Map<string, Suite>()

  override onTestRunStart(specifications: readonly TestSpecification[]): void {
    super.onTestRunStart(specifications)
    for (const { project } of specifications) {
      const suite = this.#suites.get(project.name) ?? { modules: 0, passed: 0, failed: 0, startedAt: Date.now() }
      suite.modules++
      this.#suites.set(project.name, suite)
    }
  }

  override onTestModuleEnd(module: TestModule): void {
    const suite = this.#suites.get(module.project.name)!
    let failed = 0
    for (const test of module.children.allTests()) {
      if (test.result().state === 'passed') suite.passed++
      else failed++
    }
    // A hook or an import that throws fails the module without failing any of its tests.
    suite.failed += failed === 0 && module.state() === 'failed' ? 1 : failed
    suite.modules--
    if (suite.modules === 0) this.#writeLine(module.project.name, suite)
  }

  override onTestRunEnd(...[modules, errors, reason]: Parameters<MinimalReporter['onTestRunEnd']>): void {
    for (const [name, suite] of this.#suites)
      if (suite.modules > 0) this.#writeLine(name, { ...suite, failed: suite.failed + suite.modules })
    if (errors.length > 0)
      this.#writeLine('unhandled errors', { modules: 0, passed: 0, failed: errors.length, startedAt: Date.now() })
    super.onTestRunEnd(modules, errors, reason)
  }

  /** Prints nothing, because the lines already contain the totals. */
  override reportTestSummary(): void {}

  #writeLine(suite: string, { passed, failed, startedAt }: Suite): void {
    const seconds = (Date.now() - startedAt) / 1000
    // The runtime under test may have written text without a line break.
    process.stdout.write(`\n${JSON.stringify({ suite, passed, failed, seconds })}\n`)
  }
}
