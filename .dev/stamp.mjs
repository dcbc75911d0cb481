import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './env.mjs'

/** One hash over files and folders: their names and contents. Dates may lie after a checkout, contents do not. */
export function hashOf(paths, { without = [] } = {}) {
  const hash = createHash('sha256')
  for (const file of paths.flatMap((path) => filesOf(path, without)).sort()) {
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(root, file)))
      .update('\0')
  }
  return hash.digest('hex')
}

function filesOf(path, without) {
  const full = join(root, path)
  if (without.includes(path) || !existsSync(full)) return []
  if (!statSync(full).isDirectory()) return [path]
  return readdirSync(full).flatMap((name) => filesOf(join(path, name), without))
}

/** True when what `stamp` marks was made from exactly this. @param {string} stamp an absolute path */
export const isCurrent = (stamp, hash) => existsSync(stamp) && readFileSync(stamp, 'utf8') === hash

export function markCurrent(stamp, hash) {
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, hash)
}
