import { type ChildProcessByStdio, spawn } from 'node:child_process'
import type { Readable } from 'node:stream'

/** Generous: the Worker is bundled first, on a machine that others use too. */
const START_MS = 120_000
/** Of what a program has printed, its end: for the words of a failure. */
const SAID_CHARACTERS = 2000

/** What a server says of itself in its first line. */
type Started = { readonly url: string; readonly pid: number }

/**
 * Runs a program with Node, in a process group of its own, until it has printed where it serves.
 *
 * @returns what it printed, and how every process of it is killed
 * @throws Error with what it said when it ends before, prints something else or takes longer than `startMs`: nothing of it
 * is left running
 */
export async function startProgram(
  program: readonly string[],
  variables: Readonly<Record<string, string>>,
  startMs = START_MS,
) {
  const child = spawn(process.execPath, program, {
    env: { ...process.env, ...variables },
    stdio: ['ignore', 'pipe', 'inherit'],
    // The runtime is killed with the process that started it.
    detached: true,
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const kill = async () => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid!, 'SIGKILL')
    await ended
  }
  const started = await startOf(child, startMs).catch(async (thrown: unknown) => {
    await kill()
    throw thrown
  })
  return { started, kill }
}

function startOf(child: ChildProcessByStdio<null, Readable, null>, startMs: number) {
  return new Promise<Started>((resolve, reject) => {
    let text = ''
    const fail = (why: string) => reject(new Error(`${why}; it said: ${text.slice(-SAID_CHARACTERS) || 'nothing'}`))
    const timer = setTimeout(() => fail(`the server did not serve within ${startMs} ms`), startMs)
    child.stdout.on('data', (chunk: Buffer) => {
      text += String(chunk)
      if (!text.includes('\n')) return
      clearTimeout(timer)
      try {
        resolve(JSON.parse(text) as Started)
      } catch {
        fail('the server printed something else than its address')
      }
    })
    child.once('exit', (code, signal) => {
      clearTimeout(timer)
      fail(`the server has ended before it served, with ${code ?? signal}`)
    })
  })
}
