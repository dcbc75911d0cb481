/**
 * `npm run hostile`: every surface that takes something from outside, attacked by what its seed draws, and how many attempts
 * each test made. `-- votes` runs the files whose path has that word in it, `HOSTILE_SEED=n` draws others. Fails for one
 * answer that breaks the server, leaks, or changes what it must not.
 */
import { runTold } from '../faults/told.ts'

type Told = { readonly test: string; readonly attempts: number }

const SURFACES = [
  'test/worker/db/hostile',
  'test/worker/db/differential',
  'test/worker/db/random-searches',
  'test/worker/edge/hostile-bodies',
  'test/worker/edge/hostile-names',
  'test/worker/edge/pages-hostile',
  'test/worker/edge/hostile-photos',
  'test/worker/edge/hostile-contact',
  'test/worker/edge/hostile-votes',
  'test/worker/analytics/hostile-events',
  'test/worker/storage/hostile-uploads',
  'test/worker/ai/hostile-streams',
  'test/worker/auth/hostile',
  'test/worker/realtime/hostile',
  'test/worker/data/hostile',
] as const

const named = process.argv.slice(2)
const files = SURFACES.filter((path) => named.length === 0 || named.some((name) => path.includes(name)))
if (files.length === 0) throw new Error(`surfaces: ${SURFACES.join(', ')}`)

const say = (line: string) => void process.stdout.write(`${line}\n`)
const NAME_CHARACTERS = 110
let all = 0
const end: string[] = []
const isGood = await runTold<Told>(files, 'attempts', {
  heard({ test, attempts }) {
    all += attempts
    say(`${String(attempts).padStart(8)}  ${test.split(' > ').join(': ').slice(0, NAME_CHARACTERS)}`)
  },
  say: (line) => void end.push(line),
})
say(`${String(all).padStart(8)}  in all`)
end.forEach(say)
process.exitCode = isGood ? 0 : 1
