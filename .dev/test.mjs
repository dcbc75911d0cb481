/** `npm test`: every check and suite, whatever the others say; the last line is the sum of all. */
import { runJourneys } from './e2e.mjs'
import { install } from './install.mjs'
import { buildWeb, writeDevVars } from './prepare.mjs'
import { check, suite } from './suites.mjs'

const SUITES = [
  ['build', () => buildWeb().then(() => ({ passed: 1, failed: 0 }))],
  ['format', () => check('prettier', ['--check', '--log-level', 'warn', '.'])],
  ['lint', () => check('oxlint', ['--config', '.oxlintrc.json', '--deny-warnings'])],
  ['types', () => check('tsc', ['-b'])],
  ['unit', () => suite('unit')],
  ['worker', () => suite('worker')],
  ['web', () => suite('web')],
  ['journeys', runJourneys],
]

const say = (line) => process.stdout.write(`${line}\n`)

const total = { passed: 0, failed: 0 }
try {
  await install()
  writeDevVars()
  for (const [name, run] of SUITES) {
    const started = Date.now()
    const { passed, failed } = await run().catch((error) => {
      say(error.message)
      return { passed: 0, failed: 1 }
    })
    say(`${name}: ${passed} passed, ${failed} failed (${((Date.now() - started) / 1000).toFixed(1)} s)\n`)
    total.passed += passed
    total.failed += failed
  }
} catch (error) {
  say(error.message)
  total.failed += SUITES.length
}
say(`${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed === 0 ? 0 : 1)
