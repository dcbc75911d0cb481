import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

/** The commands are plain JavaScript. */
const { run } = (await import(new URL('../../.dev/env.mjs', import.meta.url).href)) as {
  run: (command: string, args: string[], options: { deadlineMs: number }) => Promise<{ code: number; output: string }>
}
const { descendantsOf } = (await import(new URL('../../.dev/kill-tree.mjs', import.meta.url).href)) as {
  descendantsOf: (pid: number, rows: readonly (readonly number[])[]) => number[]
}

/** A tool that never ends by itself, as is its child, which holds the same output and a group of its own. */
const HANGING = `
  const { spawn } = require('node:child_process')
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true, stdio: 'inherit' })
  process.stdout.write(String(child.pid))
  setInterval(() => {}, 1000)
`

/** The letters that `ps` has for a process: none when it is gone, Z when it has ended and its parent has not asked. */
const stateOf = (pid: number) => spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim()

test('a tool that hangs is killed at its deadline, and what it has started with it', async () => {
  const { code, output } = await run(process.execPath, ['-e', HANGING], { deadlineMs: 3_000 })

  expect(code).not.toBe(0)
  const child = Number(output)
  expect(child).toBeGreaterThan(1)
  expect(stateOf(child)).toMatch(/^(Z.*)?$/)
})

test('a tool that ends by itself is not touched', async () => {
  expect(await run(process.execPath, ['-e', 'process.stdout.write("1")'], { deadlineMs: 60_000 })).toEqual({
    code: 0,
    output: '1',
  })
})

test('the children of children are found, and no stranger', () => {
  const rows = [
    [2, 1],
    [3, 2],
    [4, 3],
    [5, 1],
  ]
  expect(descendantsOf(2, rows)).toEqual([3, 4])
})
