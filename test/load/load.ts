/**
 * `npm run load -- storm|kill|soak|overload|readers`: what the product does under load, with a server of its own. `--minutes=2`
 * is how long a soak takes (10), `--seed=1` the first seed of a storm, `--rounds=2` how often it is killed (20). Fails when a promise is broken.
 */
import { parseArgs } from 'node:util'
import { kill } from './kill.ts'
import { overload } from './overload.ts'
import { readers } from './readers.ts'
import { soak } from './soak.ts'
import { storm } from './storm.ts'

const LOADS = { storm, kill, soak, overload, readers }

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '20' },
  },
})
const [name = ''] = positionals
if (!Object.hasOwn(LOADS, name)) throw new Error(`one of ${Object.keys(LOADS).join(', ')}`)
const say = (line: string) => void process.stdout.write(`${line}\n`)
const [minutes, seed, rounds] = [values.minutes, values.seed, values.rounds].map(Number) as [number, number, number]
await LOADS[name as keyof typeof LOADS]({ say, minutes, seed, rounds })
