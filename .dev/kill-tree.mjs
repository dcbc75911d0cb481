import { spawnSync } from 'node:child_process'

/** Kills a process and all its descendants, even in other process groups. */
export function killTree(pid) {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
  const rows = (stdout ?? '').split('\n').map((line) => line.trim().split(/\s+/).map(Number))
  for (const one of [pid, ...listDescendants(pid, rows)]) kill(one)
}

/**
 * @param {number} pid
 * @param {readonly (readonly number[])[]} rows pairs of a process and its parent
 * @returns {number[]} its descendants
 */
export function listDescendants(pid, rows) {
  const children = rows.filter(([, parent]) => parent === pid).map(([child]) => child)
  return children.flatMap((child) => [child, ...listDescendants(child, rows)])
}

function kill(pid) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // The process has already exited.
  }
}
