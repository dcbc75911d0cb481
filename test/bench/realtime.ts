/**
 * `npm run bench -- realtime`: compares the realtime channels with a bare server that sends each message to each socket
 * in its own frame, and measures how a thousand clients reconnect after a server restart. `-- restarts` runs only the
 * restarts, `-- crowd` only the comparison.
 *
 * The channels run directly in the runtime, because a development server's proxy would be the bottleneck. Each side has
 * a process and the clients have a third. They share the machine, so only the ratios are meaningful. Both sides take
 * turns in each round; reports the median. A message counts as delivered when a socket has received it, regardless of
 * frames. Some sockets parse everything and check completeness and order, the others only count. Prints results; makes
 * no assertions.
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
