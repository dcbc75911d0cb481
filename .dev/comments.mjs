/** Fails on comments that open with a dangling clause, and if over 3 % open with a preposition or conjunction. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './env.mjs'

const SOURCE = /^(?!web\/(?:dist|server)\/|shared\/client\/dist\/).*\.(?:tsx?|mjs|css|js)$/
const COMMENT = /\/\*\*?[\s*]*([^\s*][^\n]*)|^[ \t]*\/\/ ([^\n]*)/gm
const DANGLING = /^(?:of|what|whose|whom|by which|so long)\b/i
const RARE = /^(?:how|where|whether|so|as|for|with|in|from)\b/i

const readComments = (file) =>
  Array.from(readFileSync(join(root, file), 'utf8').matchAll(COMMENT), ([, block, line]) => [block ?? line, file])
const comments = ['worker', 'web', 'shared', '.dev', 'test']
  .flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((name) => join(folder, name)))
  .flatMap((file) => (SOURCE.test(file) ? readComments(file) : []))
const rare = comments.filter(([comment]) => RARE.test(comment))
const isRare = rare.length <= 0.03 * comments.length
const faults = [...comments.filter(([comment]) => DANGLING.test(comment)), ...(isRare ? [] : rare)]
for (const [comment, file] of faults) process.stderr.write(`${file}: ${comment}\n`)
process.exitCode = Math.min(faults.length, 1)
