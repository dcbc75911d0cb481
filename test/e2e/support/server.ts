import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from './ports.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
/** Three times a cold start on two busy cores. */
const READY_MS = 240_000
/** Another process may take a free port before our server listens on it. */
const STARTS = 3
const PORT_TAKEN = 'Address already in use'

export type Server = {
  url: string
  dataDir: string
  /** Sends SIGKILL to every process of the server. */
  kill(): Promise<void>
  /** Stops the server and removes its data. */
  close(): Promise<void>
}

type Start = { env?: Record<string, string>; dataDir?: string; port?: number }

/** Starts the product with `npm start`, on a free port and with its own data, for tests that kill a server. */
export async function startServer(options: Start = {}): Promise<Server> {
  for (let start = 1; ; start++) {
    try {
      return await startOnce(options)
    } catch (thrown) {
      if (start === STARTS || !String(thrown).includes(PORT_TAKEN)) throw thrown
    }
  }
}

async function startOnce(options: Start): Promise<Server> {
  const port = options.port ?? (await freePort())
  const dataDir = options.dataDir ?? mkdtempSync(path.join(tmpdir(), 'cards-e2e-'))
  const child = spawn(process.execPath, ['.dev/start.mjs'], {
    cwd: ROOT,
    env: {
      ...process.env,
      PORT: String(port),
      // wrangler's default may collide for servers that start at the same time.
      INSPECTOR_PORT: String(await freePort()),
      DATA_DIR: dataDir,
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const url = `http://127.0.0.1:${port}`
  await untilServing(child, url).catch((thrown: unknown) => {
    // Playwright would wait for a leftover process.
    if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid!, 'SIGKILL')
    throw thrown
  })

  const kill = async () => {
    const exited = new Promise((resolve) => child.once('exit', resolve))
    if (child.exitCode !== null || child.signalCode !== null) return
    process.kill(-child.pid!, 'SIGKILL')
    await exited
    await untilSilent(url)
  }
  return {
    url,
    dataDir,
    kill,
    close: async () => {
      await kill()
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    },
  }
}

/**
 * Starts a backend and an edge in front of it.
 *
 * @param wayTo returns the URL at which the edge reaches the backend
 */
export async function startPair(wayTo: (coreUrl: string) => string): Promise<[core: Server, edge: Server]> {
  const port = await freePort()
  const edgeEnv = { BACKEND_CORE_URL: wayTo(`http://127.0.0.1:${port}`) }
  const [core, edge] = await Promise.allSettled([startServer({ port }), startServer({ env: edgeEnv })])
  if (core.status === 'fulfilled' && edge.status === 'fulfilled') return [core.value, edge.value]
  for (const start of [core, edge]) if (start.status === 'fulfilled') await start.value.close()
  throw core.status === 'rejected' ? core.reason : (edge as PromiseRejectedResult).reason
}

/** Reads a setting that `npm start` wrote for local use. */
export function localSecret(name: string): string {
  const line = readFileSync(path.join(ROOT, '.dev.vars'), 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}=`))
  if (line === undefined) throw new Error(`.dev.vars has no ${name}`)
  return line.slice(name.length + 1).replaceAll('"', '')
}

function untilServing(child: ChildProcess, url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = ''
    const timer = setTimeout(() => reject(new Error(`the server did not start in time:\n${output}`)), READY_MS)
    const read = (chunk: Buffer) => {
      output += chunk.toString()
      if (!output.includes(`Serving ${url}`)) return
      clearTimeout(timer)
      resolve()
    }
    child.stdout!.on('data', read)
    child.stderr!.on('data', read)
    child.once('exit', (code) => {
      clearTimeout(timer)
      reject(new Error(`the server stopped with ${code}:\n${output}`))
    })
  })
}

async function untilSilent(url: string): Promise<void> {
  for (let i = 0; i < 50; i++) {
    const isUp = await fetch(url).then(
      () => true,
      () => false,
    )
    if (!isUp) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`${url} still answers after the server was killed`)
}
