import { spawn, spawnSync } from 'node:child_process'

/** The tools come from Debian; npm has none of them. */
const TOOLS = ['sqlmap', 'slowhttptest'] as const

/** @returns what is not installed */
export const missingTools = (): string[] =>
  TOOLS.filter((tool) => spawnSync('sh', ['-c', `command -v ${tool}`]).status !== 0)

export type Run = { readonly output: string; readonly seconds: number; readonly code: number | null }

/**
 * Runs a tool without a terminal until it has ended.
 *
 * @param limitMs after which it is killed
 * @throws Error when it was killed, or could not be started
 */
export function runTool(command: string, options: readonly string[], limitMs: number): Promise<Run> {
  const began = performance.now()
  const child = spawn(command, options, { stdio: ['ignore', 'pipe', 'pipe'], timeout: limitMs, killSignal: 'SIGKILL' })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += String(chunk)
    })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      const seconds = (performance.now() - began) / 1000
      if (signal === null) resolve({ output, seconds, code })
      else reject(new Error(`${command} was ended by ${signal} after ${seconds.toFixed(0)} s: ${output.slice(-2000)}`))
    })
  })
}
