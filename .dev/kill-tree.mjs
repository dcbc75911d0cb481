import { spawnSync } from 'node:child_process'

/** Kills a process and all that it has started, those in groups of their own too. */
export function killTree(pid) {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
  const rows = (stdout ?? '').split('\n').map((line) => line.trim().split(/\s+/).map(Number))
  for (const one of [pid, ...descendantsOf(pid, rows)]) kill(one)
}

/**
 * @param {number} pid
 * @param {readonly (readonly number[])[]} rows every process and its parent
 * @returns {number[]} the processes that it has started, and those that they have
 */
export function descendantsOf(pid, rows) {
  const children = rows.filter(([, parent]) => parent === pid).map(([child]) => child)
  return children.flatMap((child) => [child, ...descendantsOf(child, rows)])
}

function kill(pid) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}
