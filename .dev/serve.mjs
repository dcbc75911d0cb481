import { spawn } from 'node:child_process'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { root, toolEnv } from './env.mjs'

/** Settings that may be given to the command and are handed on to the Worker. */
const PASSED_ON = [
  'LIMITS',
  'ADMIN_EMAILS',
  'ALLOWED_ORIGINS',
  'BACKEND_CORE_URL',
  'BACKEND_SERVICE_KEY',
  'CONTACT_COOLDOWN_MS',
  'DAILY_GENERATION_CEILING',
  'GENERATIONS_PER_VISITOR_PER_DAY',
  'OIDC_CLIENT_ID',
  'OIDC_CLIENT_SECRET',
  'OIDC_DISCOVERY_URL',
  'OIDC_NAME',
  'PUBLIC_URL',
  'PEOPLE_FILES_MAX_MB',
  'REALTIME_SOCKETS_PER_GATEWAY',
  'REQUIRE_VERIFIED_EMAIL',
  'VOTE_PERIOD_HOURS',
]
const START_TIMEOUT_MS = 180_000
const STOP_TIMEOUT_MS = 5_000
const KEPT_CHARACTERS = 20_000

/**
 * Starts the Worker on its root wrangler.toml and waits until it answers.
 *
 * @param {{ port: number, dataDir: string }} options
 * @returns {Promise<{ url: string, stop: () => Promise<void>, kill: () => void, ended: Promise<number> }>}
 * @throws with all it said when it does not come up
 */
export async function serve({ port, dataDir }) {
  if (await isListening(port)) throw new Error(`Port ${port} is in use. Choose another: PORT=${port + 1} npm start`)

  const names = [
    ...PASSED_ON,
    ...Object.keys(process.env).filter((name) => /^(?:AI|DATA|SEARCH|BROWSER|MAIL|RESEND)_/.test(name)),
  ]
  const vars = names.flatMap((name) => (process.env[name] ? ['--var', `${name}:${process.env[name]}`] : []))
  const command = ['wrangler', 'dev', '--local', '--ip', '127.0.0.1', '--port', String(port), '--persist-to', dataDir]
  // A benchmark needs to know where the Worker listens; the tool's own choice may be another server's port.
  const inspector = process.env.INSPECTOR_PORT ? ['--inspector-port', process.env.INSPECTOR_PORT] : []
  const child = spawn(
    'node',
    [join(root, '.dev', 'guard.mjs'), ...command, ...inspector, '--show-interactive-dev-session=false', ...vars],
    {
      cwd: root,
      env: toolEnv(),
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe'],
    },
  )
  let said = ''
  const listen = (chunk) => {
    said = (said + chunk).slice(-KEPT_CHARACTERS)
    // The Worker's own log lines are passed on; the tool's output is not.
    for (const line of String(chunk).split('\n')) if (isToldOf(line)) process.stderr.write(`${line}\n`)
  }
  child.stdout.on('data', listen)
  child.stderr.on('data', listen)

  const ended = new Promise((resolve) => child.on('close', (code) => resolve(code ?? 1)))
  const signal = (name) => {
    try {
      process.kill(-child.pid, name)
    } catch {
      // ESRCH: no process of the group is left.
    }
  }
  let isWanted = true
  const kill = () => {
    isWanted = false
    signal('SIGKILL')
  }

  const url = `http://127.0.0.1:${port}`
  const isUp = await Promise.race([ended.then(() => false), comesUp(url, () => said.includes('Build failed'))])
  if (!isUp) {
    kill()
    throw new Error(`wrangler dev did not come up\n${said}`)
  }

  return {
    url,
    ended: ended.then((code) => {
      if (code !== 0 && isWanted) process.stderr.write(said)
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

/** True if a line is the Worker's own and not one of the many that say a request was answered. */
const isToldOf = (line) => line.startsWith('{"event"') && !line.startsWith('{"event":"request"')

function isListening(port) {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' })
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })
}

async function comesUp(url, isHopeless) {
  const deadline = Date.now() + START_TIMEOUT_MS
  while (Date.now() < deadline && !isHopeless()) {
    if (await answers(url)) return true
    await sleep(100)
  }
  return false
}

async function answers(url) {
  try {
    const response = await fetch(`${url}/api/config`, { signal: AbortSignal.timeout(30_000) })
    await response.arrayBuffer()
    return true
  } catch {
    return false
  }
}
