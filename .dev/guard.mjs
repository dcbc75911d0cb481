/**
 * Runs a command in this process's group. When standard input ends, because the parent process is gone, it kills the
 * whole group. Usage: node guard.mjs command [argument …]
 */
import { spawn } from 'node:child_process'

const [command, ...args] = process.argv.slice(2)
const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] })

process.stdin.resume()
process.stdin.on('close', () => process.kill(0, 'SIGKILL'))
// Ignored here: the command gets these signals too, and closes its files before it exits.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined)
child.on('error', () => process.exit(127))
child.on('exit', (code) => process.exit(code ?? 1))
