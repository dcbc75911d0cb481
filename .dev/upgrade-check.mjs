/**
 * `npm run upgrade:check`: which pinned versions are behind, which of them are raised together, and whether the compatibility
 * date suits the pinned runtime. Exit code 0: it was all said; 1: the runtime's versions do not suit each other; 2: the
 * registry could not be asked.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root, run } from './env.mjs'
import { linesOf, readOutdated } from './upgrade/behind.mjs'
import { compatibilityDate, runtimeFaults, supportedDate, workerdVersions } from './upgrade/runtime.mjs'

const readJson = (name) => JSON.parse(readFileSync(join(root, name), 'utf8'))

/** What the check asks; a test brings its own. */
const REAL = {
  /** npm's answer, also of a failure. It exits with 1 when something is behind. */
  outdated: async () => (await run('npm', ['outdated', '--json', '--fetch-retries=0', '--fetch-timeout=30000'])).output,
  runtime: () => ({
    ...compatibilityDate(),
    supported: supportedDate(),
    versions: workerdVersions(readJson('package-lock.json')),
  }),
  pinned: () => {
    const { dependencies, devDependencies, optionalDependencies = {} } = readJson('package.json')
    return Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies })
  },
}

/**
 * Says what is behind.
 *
 * @param {(line: string) => void} say
 * @param {typeof REAL} [tools]
 * @returns {Promise<number>} the exit code
 */
export async function upgradeCheck(say, tools = REAL) {
  const runtime = tools.runtime()
  say(
    `compatibility date ${runtime.date} (wrangler.toml:${runtime.line}); the pinned workerd ${runtime.versions.join(', ')} knows dates up to ${runtime.supported}`,
  )
  const faults = runtimeFaults(runtime)
  for (const fault of faults) say(fault)

  try {
    const behind = readOutdated(await tools.outdated())
    for (const line of linesOf(behind, tools.pinned())) say(line)
    say(behind.length === 0 ? 'Every pinned version is the latest.' : `${behind.length} pinned versions are behind.`)
  } catch (thrown) {
    say(`error: ${thrown.message}`)
    return 2
  }
  return faults.length === 0 ? 0 : 1
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  process.exit(await upgradeCheck((line) => process.stdout.write(`${line}\n`)))
