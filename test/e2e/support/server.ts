import { spawn, type ChildProcess } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
/** Three times what a cold start takes on two cores that other work shares. */
const READY_MS = 240_000
/** A port that was free may be taken by another journey's server before ours listens on it. */
const STARTS = 3
const PORT_TAKEN = 'Address already in use'
/** Above those that a browser refuses to open (10080 is the highest). */
const LOWEST_PORT = 20_000
const LOWEST_OF_SYSTEM = 32_768

export type Server = {
  url: string
  dataDir: string
  /** As a person pulls the plug: every process of the server gets SIGKILL. */
  kill(): Promise<void>
  /** Stops the server and removes its data. */
  close(): Promise<void>
}

type Start = { env?: Record<string, string>; dataDir?: string; port?: number }

/** The product as `npm start` serves it, on a free port and with data of its own. */
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
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const url = `http://127.0.0.1:${port}`
  await untilServing(child, url).catch((thrown: unknown) => {
    // One that is left behind would keep the whole run waiting for it.
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

/** A backend, and an instance in front of it that has it asked by another way if need be. */
export async function startPair(
  wayTo: (coreUrl: string) => string = (url) => url,
): Promise<[core: Server, edge: Server]> {
  const port = await freePort()
  const edgeEnv = { BACKEND_CORE_URL: wayTo(`http://127.0.0.1:${port}`) }
  const [core, edge] = await Promise.allSettled([startServer({ port }), startServer({ env: edgeEnv })])
  if (core.status === 'fulfilled' && edge.status === 'fulfilled') return [core.value, edge.value]
  // The one that is up would keep the whole run waiting for it.
  for (const start of [core, edge]) if (start.status === 'fulfilled') await start.value.close()
  throw core.status === 'rejected' ? core.reason : (edge as PromiseRejectedResult).reason
}

/** A setting the start command has written for local use. */
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
    const answers = await fetch(url).then(
      () => true,
      () => false,
    )
    if (!answers) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`${url} still answers after the server was killed`)
}

/**
 * A port that nothing listens on, with the `beside` ports that follow it. It lies below those that the system hands out
 * itself (32768 and up on Linux): one of those may go to another server, or to a connection, before it is listened on.
 */
export async function freePort(beside = 0): Promise<number> {
  for (;;) {
    const port = randomInt(LOWEST_PORT, LOWEST_OF_SYSTEM - beside)
    const wanted = Array.from({ length: beside + 1 }, (_, i) => port + i)
    if ((await Promise.all(wanted.map(isFree))).every(Boolean)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
