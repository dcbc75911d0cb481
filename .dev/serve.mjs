import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { root, toolEnv } from './env.mjs'

const START_TIMEOUT_MS = 180_000
const STOP_TIMEOUT_MS = 5_000
const LOG_MAX_CHARACTERS = 20_000

/**
 * Starts the Worker by wrangler.toml and waits until it responds.
 *
 * @param {{ port: number, dataDir: string }} options
 * @returns {Promise<{ url: string, stop: () => Promise<void>, kill: () => void, ended: Promise<number> }>}
 * @throws with its output if it does not start
 */
export async function serve({ port, dataDir }) {
  if (await isListening(port)) throw new Error(`Port ${port} is in use. Choose another: PORT=${port + 1} npm start`)

  // Settings in the environment take precedence over `.dev.vars`.
  const vars = listSettings().flatMap((name) => (process.env[name] ? ['--var', `${name}:${process.env[name]}`] : []))
  const command = ['wrangler', 'dev', '--local', '--ip', '127.0.0.1', '--port', String(port), '--persist-to', dataDir]
  // Benchmarks choose the inspector's port, because wrangler's default may be in use by another server.
  const inspector = process.env.INSPECTOR_PORT ? ['--inspector-port', process.env.INSPECTOR_PORT] : []
  const guarded = [join(root, '.dev', 'guard.mjs'), ...command, ...inspector, '--show-interactive-dev-session=false']
  const child = spawn('node', [...guarded, ...vars], { cwd: root, env: toolEnv(), detached: true, stdio: 'pipe' })
  let logged = ''
  const listen = (chunk) => {
    logged = (logged + chunk).slice(-LOG_MAX_CHARACTERS)
    // Prints the Worker's log lines, but not wrangler's output.
    for (const line of String(chunk).split('\n')) if (isOwnLine(line)) process.stderr.write(`${line}\n`)
  }
  child.stdout.on('data', listen)
  child.stderr.on('data', listen)

  const ended = new Promise((resolve) => child.on('close', (code) => resolve(code ?? 1)))
  const signal = (name) => {
    try {
      process.kill(-child.pid, name)
    } catch {
      // ESRCH: the group has already exited.
    }
  }
  let isWanted = true
  const kill = () => {
    isWanted = false
    signal('SIGKILL')
  }

  const url = `http://127.0.0.1:${port}`
  const isUp = await Promise.race([ended.then(() => false), waitUntilUp(url, () => logged.includes('Build failed'))])
  if (!isUp) {
    kill()
    throw new Error(`wrangler dev did not start\n${logged}`)
  }

  return {
    url,
    ended: ended.then((code) => {
      if (code !== 0 && isWanted) process.stderr.write(logged)
      return code
    }),
    kill,
    async stop() {
      isWanted = false
      signal('SIGTERM')
      await Promise.race([ended, sleep(STOP_TIMEOUT_MS, undefined, { ref: false })])
      kill()
    },
  }
}

/** Returns the names of all settings from their page, because the schema cannot be imported before the install. */
function listSettings() {
  const page = readFileSync(join(root, 'worker', 'CONFIGURATION.md'), 'utf8')
  return Array.from(page.matchAll(/^\| `([A-Z\d_]+)` \|/gm), ([, name]) => name)
}

/** Returns true for log lines of the Worker, except the request log. */
const isOwnLine = (line) => line.startsWith('{"event"') && !line.startsWith('{"event":"request"')

function isListening(port) {
  const socket = connect({ port, host: '127.0.0.1' })
  const answer = new Promise((resolve) => socket.on('error', () => resolve(false)).on('connect', () => resolve(true)))
  return answer.finally(() => socket.destroy())
}

async function waitUntilUp(url, hasFailed) {
  const deadline = Date.now() + START_TIMEOUT_MS
  while (Date.now() < deadline && !hasFailed()) {
    const response = await fetch(`${url}/api/config`, { signal: AbortSignal.timeout(30_000) }).catch(() => null)
    if (response !== null) return true
    await sleep(100)
  }
  return false
}
