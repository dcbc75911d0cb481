/** Fails on comments that open with a dangling clause instead of a noun phrase or a sentence with a subject. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './env.mjs'

const COMMENT = /\/\*\*?[\s*]*([^\s*][^\n]*)|^[ \t]*\/\/ ([^\n]*)/gm
const DANGLING = /^(?:of|what|whose|whom|by which|so long)\b/i
const BUILT = /^(?:web\/(?:dist|server)|shared\/client\/dist)\//

const files = ['worker', 'web', 'shared', '.dev', 'test'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
)
const faults = files
  .filter((file) => /\.(?:tsx?|mjs|css|js)$/.test(file) && !BUILT.test(file))
  .flatMap((file) => [...readFileSync(join(root, file), 'utf8').matchAll(COMMENT)].map((match) => [file, match]))
  .filter(([, [, block, line]]) => DANGLING.test(block ?? line))
for (const [file, [comment]] of faults) process.stderr.write(`${file}: ${comment.trim()}\n`)
process.exitCode = faults.length === 0 ? 0 : 1
