import { expect, test } from 'vitest'
import { startProgram } from '../../load/program.ts'

const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** A program in place of the server. */
const run = (script: string, startMs?: number) => startProgram(['--input-type=module', '--eval', script], {}, startMs)

test('a server that ends before it serves fails the run with what it said, instead of being waited for', async () => {
  await expect(run(`process.stdout.write('no port left'); process.exitCode = 3`)).rejects.toThrow(
    'the server has ended before it served, with 3; it said: no port left',
  )
})

test('a server that says nothing is ended, and the run fails', async () => {
  const script = `process.stdout.write(String(process.pid)); setInterval(() => {}, 1000)`
  const failure = await run(script, 1500).then(
    () => 'it started',
    (thrown: unknown) => String(thrown),
  )
  const pid = Number(/the server did not serve within 1500 ms; it said: (\d+)$/.exec(failure)?.[1])
  expect(pid, failure).toBeGreaterThan(1)
  expect(isRunning(pid)).toBe(false)
})

test('a server that prints something else than its address is ended, and the run fails', async () => {
  await expect(run(`console.log('hello'); setInterval(() => {}, 1000)`)).rejects.toThrow(
    'the server printed something else than its address; it said: hello',
  )
})

test('a server that serves is one, until it is killed', async () => {
  const { started, kill } = await run(
    `console.log(JSON.stringify({ url: 'http://127.0.0.1:1', pid: process.pid })); setInterval(() => {}, 1000)`,
  )
  expect([started.url, isRunning(started.pid)]).toEqual(['http://127.0.0.1:1', true])
  await kill()
  expect(isRunning(started.pid)).toBe(false)
})
