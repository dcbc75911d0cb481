import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './env.mjs'

/** Hashes the names and contents of files and folders. Modification times are unreliable after a checkout. */
export function hashFiles(paths, { without = [] } = {}) {
  const hash = createHash('sha256')
  for (const file of paths.flatMap((path) => listFiles(path, without)).sort()) {
    hash.update(`${file}\0`)
    hash.update(readFileSync(join(root, file)))
    hash.update('\0')
  }
  return hash.digest('hex')
}

function listFiles(path, without) {
  const full = join(root, path)
  if (without.includes(path) || !existsSync(full)) return []
  if (!statSync(full).isDirectory()) return [path]
  return readdirSync(full).flatMap((name) => listFiles(join(path, name), without))
}

/** Returns true if `stamp` records this hash. @param {string} stamp an absolute path */
export const isCurrent = (stamp, hash) => existsSync(stamp) && readFileSync(stamp, 'utf8') === hash

export function markCurrent(stamp, hash) {
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, hash)
}
