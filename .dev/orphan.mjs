import { readFileSync } from 'node:fs'

const LOOK_EVERY_MS = 500

/**
 * Tells when npm, which started this, is gone. npm runs a script through a shell and neither passes every signal on,
 * so what it started would otherwise stay behind and keep its port.
 */
export function onceOrphaned(callback) {
  if (process.env.npm_lifecycle_event === undefined) return
  const parent = process.ppid
  const throughShell = /(^|\/)(ba|da)?sh\0-c\0/.test(read(parent, 'cmdline'))
  const grandparent = throughShell ? parentOf(parent) : null
  const timer = setInterval(() => {
    const isHere = process.ppid === parent && (grandparent === null || parentOf(parent) === grandparent)
    if (isHere) return
    clearInterval(timer)
    callback()
  }, LOOK_EVERY_MS)
  timer.unref()
}

const parentOf = (pid) => /^PPid:\s*(\d+)$/m.exec(read(pid, 'status'))?.[1] ?? null

/** Reads the system's record of a process; nothing where it keeps no such files. */
function read(pid, file) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
