/**
 * `npm test`: runs the checks, the unit, worker and web suites, and the smoke journeys. `npm test -- --all` adds the art,
 * tools and slow suites, all journeys and a dry run of both deployments. Prints a line per suite, then all failures.
 */
import { prepare } from './prepare.mjs'
import { check, hasArtChanged, runJourneys, runVitest } from './suites.mjs'

const all = process.argv.includes('--all')
const ART = ['art', 'art-worker']
const isArtWanted = all || hasArtChanged()
const finished = []

try {
  await prepare()
  const projects = ['unit', 'worker', 'web', ...(isArtWanted ? ART : []), ...(all ? ['tools', 'slow'] : [])]
  // Journeys mostly wait for servers and pages, so they run in parallel with everything else.
  finished.push(
    ...(await Promise.all([
      ...['format', 'lint', 'types'].map((name) => check(name, 'npm', ['run', '--silent', `check:${name}`])),
      check('comments', 'node', ['.dev/comments.mjs']),
      ...(all ? ['staging', 'production'] : []).map((name) =>
        check(`deploy ${name}`, 'wrangler', ['deploy', '--dry-run', '--env', name]),
      ),
      runVitest(projects),
      runJourneys({ all }),
    ])),
  )
} catch (error) {
  finished.push({ sums: [{ suite: 'npm test', passed: 0, failed: 1 }], output: error.message })
}

const sums = finished.flatMap((one) => one.sums)
const count = (kind) => sums.reduce((sum, one) => sum + one[kind], 0)
for (const { output, sums: own } of finished)
  if (own.some(({ failed }) => failed > 0))
    process.stdout.write(`\nFailed in ${own.map(({ suite }) => suite).join(', ')}:\n${output}\n`)
process.stdout.write(`${count('passed')} passed, ${count('failed')} failed\n`)
process.exit(count('failed') === 0 ? 0 : 1)
