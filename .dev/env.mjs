import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { killTree } from './kill-tree.mjs'

/** The project's folder. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** The default data folder of `wrangler dev`. */
export const localState = join(root, '.wrangler', 'state')

const bin = join(root, 'node_modules', '.bin')

/** Returns the environment of our tools. Installed packages, which include a Node, come first in the PATH. */
export const toolEnv = (more = {}) => ({
  ...process.env,
  PATH: [bin, ...withoutBin(process.env.PATH)].join(':'),
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
  WRANGLER_HIDE_BANNER: 'true',
  WRANGLER_SEND_METRICS: 'false',
  // Tells the build command of wrangler.toml that there is nothing left to do.
  IS_PREPARED: 'true',
  ...more,
})

/** Returns the environment without installed packages, for `npm ci`, which replaces them. */
export const bareEnv = () => ({ ...process.env, PATH: withoutBin(process.env.PATH).join(':') })

const withoutBin = (path = '') => path.split(':').filter((folder) => folder !== bin)

/**
 * Runs a tool to its end.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, show?: boolean, deadlineMs?: number, onLine?: (line: string) => void }} options
 *   show: prints its output as it runs; deadlineMs: kills it and its descendants after this time; onLine: receives each
 *   line of its output
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run(command, args, { env = toolEnv(), show = false, deadlineMs, onLine } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env,
      stdio: ['ignore', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'],
    })
    let output = ''
    const deadline = deadlineMs === undefined ? undefined : setTimeout(() => killTree(child.pid), deadlineMs)
    for (const stream of show ? [] : [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => (output += chunk))
      if (onLine !== undefined) createInterface({ input: stream }).on('line', onLine)
    }
    child.on('error', (error) => resolve({ code: 127, output: `${output}${error.message}\n` }))
    child.on('close', (code) => {
      clearTimeout(deadline)
      resolve({ code: code ?? 1, output })
    })
  })
}

/** Runs a tool without its output, and prints the step and how long it took. @throws with the output if it fails */
export async function runOrThrow(what, command, args, options) {
  process.stdout.write(`${what} ...`)
  const started = Date.now()
  const { code, output } = await run(command, args, options)
  process.stdout.write(code === 0 ? ` ${((Date.now() - started) / 1000).toFixed(1)} s\n` : '\n')
  if (code !== 0) throw new Error(`${what} failed (${command} ${args.join(' ')}, exit ${code})\n${output}`)
}
