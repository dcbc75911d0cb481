/**
 * `npm run faults`: every write path with a fault before and after each of its calls of the platform, and then tried again.
 * Says how many calls each has and how many faults were reached. `-- votes` runs the files whose name has that word in it,
 * `HOSTILE_SEED=n` chooses other faults. Fails when a path takes effect twice or not at all, and when a fault was not reached.
 */
import { runTold } from './told.ts'

type Told = { readonly test: string; readonly calls: number; readonly before: number; readonly after: number }

const say = (line: string) => void process.stdout.write(`${line}\n`)
const named = process.argv.slice(2)
const files = named.length === 0 ? ['test/worker/faults'] : named.map((name) => `test/worker/faults/${name}`)

const columns = (what: string, ...numbers: (string | number)[]) =>
  what.padEnd(66) + numbers.map((number) => String(number).padStart(8)).join('')

const all: Told[] = []
say(columns('write path', 'calls', 'before', 'after'))
const end: string[] = []
const isGood = await runTold<Told>(files, 'faults', { heard: tell, say: (line) => void end.push(line) })
const sum = (of: 'calls' | 'before' | 'after') => all.reduce((total, told) => total + told[of], 0)
say(columns(`${all.length} in all`, sum('calls'), sum('before'), sum('after')))
end.forEach(say)
process.exitCode = isGood ? 0 : 1

/** A path by its own name, without what is the same of all. */
function tell(told: Told): void {
  all.push(told)
  const [what = '', more = ''] = told.test.split(' > ').slice(-2)
  say(
    columns((more.startsWith('takes effect') ? what : more || what).slice(0, 64), told.calls, told.before, told.after),
  )
}
