/**
 * `npm test`: every check and suite, and the journeys that no change may break; with `-- --all` the long journeys too.
 * One that fails stops no other, and the last line is the sum of all.
 */
import { runJourneys } from './e2e.mjs'
import { install } from './install.mjs'
import { buildWeb, writeDevVars } from './prepare.mjs'
import { check, suite } from './suites.mjs'

/** Short and of different kinds: together they use what one alone leaves of the machine. */
const CHECKS = [
  ['build', () => buildWeb().then(() => ({ passed: 1, failed: 0 }))],
  ['format', () => check('prettier', ['--check', '--log-level', 'warn', '.'])],
  ['lint', () => check('oxlint', ['--type-aware', '--config', '.oxlintrc.json', '--deny-warnings'])],
  ['types', () => check('tsc', ['-b'])],
]
/** What would be uploaded of each environment: needs the build, no account and no network. */
const DEPLOYMENTS = ['staging', 'production'].map((name) => [
  `deployment of ${name}`,
  () => check('wrangler', ['deploy', '--dry-run', '--env', name]),
])
const SUITES = [
  ['unit', () => suite('unit')],
  ['worker', () => suite('worker')],
  ['web', () => suite('web')],
  ['journeys', () => runJourneys([process.argv.includes('--all') ? 'all' : 'core'])],
]

const say = (line) => process.stdout.write(`${line}\n`)

const total = { passed: 0, failed: 0 }

async function count([name, run]) {
  const started = Date.now()
  const { passed, failed } = await run().catch((error) => {
    say(error.message)
    return { passed: 0, failed: 1 }
  })
  say(`${name}: ${passed} passed, ${failed} failed (${((Date.now() - started) / 1000).toFixed(1)} s)\n`)
  total.passed += passed
  total.failed += failed
}

try {
  await install()
  writeDevVars()
  await Promise.all(CHECKS.map(count))
  for (const one of [...DEPLOYMENTS, ...SUITES]) await count(one)
} catch (error) {
  say(error.message)
  total.failed += CHECKS.length + DEPLOYMENTS.length + SUITES.length
}
say(`${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed === 0 ? 0 : 1)
