import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

/** The commands are untyped JavaScript. */
const { run } = (await import(new URL('../../.dev/env.mjs', import.meta.url).href)) as {
  run: (command: string, args: string[], options: { deadlineMs: number }) => Promise<{ code: number; output: string }>
}
const { listDescendants } = (await import(new URL('../../.dev/kill-tree.mjs', import.meta.url).href)) as {
  listDescendants: (pid: number, rows: readonly (readonly number[])[]) => number[]
}

/** A tool that never exits, with a child in its own process group that holds the same output. */
const HANGING = `
  const { spawn } = require('node:child_process')
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true, stdio: 'inherit' })
  process.stdout.write(String(child.pid))
  setInterval(() => {}, 1000)
`

/** The process state in `ps`: empty if the process is gone, Z if it is a zombie. */
const getState = (pid: number) =>
  spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim()

test('kills a hanging process at its deadline, with its descendants', async () => {
  const { code, output } = await run(process.execPath, ['-e', HANGING], { deadlineMs: 3_000 })

  expect(code).not.toBe(0)
  const child = Number(output)
  expect(child).toBeGreaterThan(1)
  expect(getState(child)).toMatch(/^(Z.*)?$/)
})

test('does not kill a process that exits by itself', async () => {
  expect(await run(process.execPath, ['-e', 'process.stdout.write("1")'], { deadlineMs: 60_000 })).toEqual({
    code: 0,
    output: '1',
  })
})

test('lists only the descendants of a process', () => {
  const rows = [
    [2, 1],
    [3, 2],
    [4, 3],
    [5, 1],
  ]
  expect(listDescendants(2, rows)).toEqual([3, 4])
})
