import { readFileSync } from 'node:fs'

const POLL_MS = 500

/**
 * Calls back when the npm that started this process is gone. npm runs scripts in a shell, and neither forwards every
 * signal, so this process would otherwise stay behind and keep its port.
 */
export function onOrphaned(callback) {
  if (process.env.npm_lifecycle_event === undefined) return
  const parent = process.ppid
  const throughShell = /(^|\/)(ba|da)?sh\0-c\0/.test(read(parent, 'cmdline'))
  const grandparent = throughShell ? getParent(parent) : null
  const timer = setInterval(() => {
    const isAlive = process.ppid === parent && (grandparent === null || getParent(parent) === grandparent)
    if (isAlive) return
    clearInterval(timer)
    callback()
  }, POLL_MS)
  timer.unref()
}

const getParent = (pid) => /^PPid:\s*(\d+)$/m.exec(read(pid, 'status'))?.[1] ?? null

/** Reads a file of a process in /proc. Returns '' on systems without it. */
function read(pid, file) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
