/**
 * `npm run bench -- realtime`: the realtime channels against a bare server that sends each message to each socket in a
 * frame of its own, in the same run, and how a thousand clients come back when their server restarts. `-- restarts`
 * measures only that, `-- crowd` only the rest.
 *
 * The channels run in the runtime itself, not behind the development server, whose proxy would be what is measured.
 * Each side has a process, the crowd a third, and they share the machine: only the ratios mean anything. In each round
 * both sides take a turn; the median of the rounds counts. A message counts as delivered when a socket has got it,
 * however many came in one frame. Some sockets read everything and check that nothing is missing or out of order, the
 * others count what they get. Prints figures, asserts nothing.
 */
import { compare } from './realtime/compare.ts'
import { restarted } from './realtime/restarts.ts'

const RESTARTS = { clients: 1000, awayMs: [0, 1_000, 3_000, 6_000, 12_000] }

const say = (line: string) => void process.stdout.write(`${line}\n`)
const [only] = process.argv.slice(2)

if (only !== 'restarts') await compare(say)
if (only !== 'crowd') {
  const { messages, whole, broken } = await restarted(RESTARTS.clients, RESTARTS.awayMs, (away, back, last) =>
    say(
      `server away for ${away / 1000} s: ${back} of ${RESTARTS.clients} back ${(last / 1000).toFixed(1)} s after it went`,
    ),
  )
  say(`${messages} messages: ${whole} clients were told each once and in order, ${broken} were not`)
}
