/**
 * `npm run faults`: every write path with a fault before and after each of its calls of the platform, and then tried again.
 * Says how many calls each has and how many faults were reached. `-- votes` runs the files whose name has that word in it,
 * `HOSTILE_SEED=n` chooses other faults. Fails when a path takes effect twice or not at all, and when a fault was not reached.
 */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'

type Told = { readonly test: string; readonly calls: number; readonly before: number; readonly after: number }

const root = fileURLToPath(new URL('../../', import.meta.url).href)
const say = (line: string) => void process.stdout.write(`${line}\n`)
const named = process.argv.slice(2)
const files = named.length === 0 ? ['test/worker/faults'] : named.map((name) => `test/worker/faults/${name}`)
const vitest = ['vitest', 'run', '--config', 'test/vitest.config.ts', '--project', 'worker', ...files]

const columns = (what: string, ...numbers: (string | number)[]) =>
  what.padEnd(66) + numbers.map((number) => String(number).padStart(8)).join('')

const all: Told[] = []
const rest: string[] = []
say(columns('write path', 'calls', 'before', 'after'))
const child = spawn('npx', vitest, {
  cwd: root,
  env: { ...process.env, HOSTILE: 'all' },
  stdio: ['ignore', 'pipe', 'pipe'],
})
// The runner says there what has failed and why.
let failures = ''
child.stderr.on('data', (chunk: Buffer) => (failures += stripVTControlCharacters(String(chunk))))
for await (const line of createInterface({ input: child.stdout })) {
  const bare = stripVTControlCharacters(line)
  if (bare.startsWith('{"event":"faults"')) tell(JSON.parse(bare) as Told)
  else rest.push(bare)
}
const code = child.exitCode ?? (await new Promise<number | null>((resolve) => child.once('close', resolve)))

const sum = (of: 'calls' | 'before' | 'after') => all.reduce((total, told) => total + told[of], 0)
say(columns(`${all.length} in all`, sum('calls'), sum('before'), sum('after')))
for (const line of rest.slice(-6)) say(line)
const isGood = code === 0 && all.length > 0
if (!isGood) say(failures)
process.exitCode = isGood ? 0 : 1

/** A path by its own name, without what is the same of all. */
function tell(told: Told): void {
  all.push(told)
  const [what = '', more = ''] = told.test.split(' > ').slice(-2)
  say(
    columns((more.startsWith('takes effect') ? what : more || what).slice(0, 64), told.calls, told.before, told.after),
  )
}
