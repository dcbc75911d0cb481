/** `npm run test:e2e`: the journeys in a real browser; `-- long` the long ones, `-- all` both, `-- contact` one file. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { countTap, failuresOfTap, sumAfterRetry } from './counts.mjs'
import { root, run } from './env.mjs'
import { install } from './install.mjs'
import { buildWeb, writeDevVars } from './prepare.mjs'

/** A journey that hangs fails instead of holding up everything. */
const JOURNEY_TIMEOUT_MS = 600_000
/** A file waits for what it has started and not stopped, whatever its tests' limits: then the whole group is killed. */
const GROUP_DEADLINE_MS = 25 * 60_000
/**
 * Most of a journey is waiting, for a server, a browser or a page: while one waits another goes on. Long ones start
 * servers of their own and watch slow networks, which takes more of the machine.
 */
const AT_ONCE = { core: 3, long: 2 }

/**
 * What a journey is, by the tag in its title or in that of its group: one that no change may break, a long one, or one
 * beside which nothing else may run.
 */
const TAGS = { core: '@core', long: '@long', alone: '@alone' }

/**
 * The journeys to run: groups that run one after the other.
 *
 * @param {readonly string[]} choices `core`, `long`, `all`, or names of files without `.test.ts`; none: `core`
 * @returns {{ files: string[], tag: string | null, atOnce: number }[]} names of files, the tag of what is run in them
 *   (null: everything), and how many files at once
 * @throws for a name that no file has
 */
export function chooseJourneys(choices = []) {
  const folder = join(root, 'test', 'e2e')
  const names = readdirSync(folder).filter((name) => name.endsWith('.test.ts'))
  const tagged = (tag, atOnce) => ({
    files: names.filter((name) => readFileSync(join(folder, name), 'utf8').includes(tag)),
    tag,
    atOnce,
  })
  const core = [tagged(TAGS.core, AT_ONCE.core)]
  const long = [tagged(TAGS.long, AT_ONCE.long), tagged(TAGS.alone, 1)]
  const [choice = 'core'] = choices
  if (choice === 'core') return core
  if (choice === 'long') return long
  if (choice === 'all') return [...core, ...long]
  const files = choices.map((name) => `${name}.test.ts`)
  const unknown = files.filter((name) => !names.includes(name))
  if (unknown.length > 0) throw new Error(`There is no ${unknown.join(', ')} in test/e2e`)
  return [{ files, tag: null, atOnce: AT_ONCE.core }]
}

/**
 * Runs journeys. The files of those that fail are run once more, one at a time; a journey that passes then is flaky: it
 * counts as passed, and the output names it.
 *
 * @param {readonly string[]} [choices] see {@link chooseJourneys}
 * @returns {Promise<{ passed: number, failed: number }>} a skipped one counts as failed
 */
export async function runJourneys(choices) {
  const total = { passed: 0, failed: 0 }
  for (const group of chooseJourneys(choices)) {
    const { passed, failed } = await runWithRetry(group)
    total.passed += passed
    total.failed += failed
  }
  return total
}

async function runWithRetry(group) {
  const { failures, isWhole, ...first } = await runGroup(group)
  const files = [...new Set(failures.map(({ file }) => basename(file)))].filter((name) => group.files.includes(name))
  // What a run that broke down did not come to would be left out.
  if (files.length === 0 || !isWhole) return first
  process.stdout.write(`\nfailed, run once more: ${files.join(', ')}\n`)
  const { failures: again, isWhole: _, ...second } = await runGroup({ ...group, files, atOnce: 1 })
  const still = new Set(again.map(({ title }) => title))
  for (const { title } of failures) if (!still.has(title)) process.stdout.write(`flaky: ${title}\n`)
  return sumAfterRetry(first, second)
}

/** @returns the sums, what failed, and whether the run came to its end, where its sums are */
async function runGroup({ files, tag, atOnce }) {
  const report = join(root, 'node_modules', '.cache', 'e2e.tap')
  mkdirSync(join(root, 'node_modules', '.cache'), { recursive: true })
  rmSync(report, { force: true })
  const reporters = ['spec', 'stdout', 'tap', report].map((value, i) =>
    i % 2 === 0 ? `--test-reporter=${value}` : `--test-reporter-destination=${value}`,
  )
  const paths = files.map((name) => `test/e2e/${name}`)
  const options = [
    '--test',
    `--test-concurrency=${atOnce}`,
    // Once for all of them: the server that most journeys share.
    '--test-global-setup=test/e2e/support/global-setup.ts',
    `--test-timeout=${JOURNEY_TIMEOUT_MS}`,
    ...(tag === null ? [] : [`--test-name-pattern=/${tag}\\b/`]),
  ]
  const { code } = await run('node', [...options, ...reporters, ...paths], {
    show: true,
    deadlineMs: GROUP_DEADLINE_MS,
  })
  const said = existsSync(report) ? readFileSync(report, 'utf8') : ''
  return { ...countTap(said, code), failures: failuresOfTap(said), isWhole: /^# pass \d+$/m.test(said) }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await install()
  writeDevVars()
  await buildWeb()
  const { passed, failed } = await runJourneys(process.argv.slice(2))
  process.stdout.write(`${passed} passed, ${failed} failed\n`)
  process.exit(failed === 0 ? 0 : 1)
}
