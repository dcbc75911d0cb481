/**
 * Runs a command in this process's group and sees to it that nothing of the group outlives the process that started it: when
 * standard input ends, for whatever reason, the whole group goes. Usage: node guard.mjs command [argument …]
 */
import { spawn } from 'node:child_process'

const [command, ...args] = process.argv.slice(2)
const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] })

process.stdin.resume()
process.stdin.on('close', () => process.kill(0, 'SIGKILL'))
// The signal reaches the command too, which closes its files first.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined)
child.on('error', () => process.exit(127))
child.on('exit', (code) => process.exit(code ?? 1))
