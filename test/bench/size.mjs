/**
 * `npm run bench -- size`: gzip sizes of the first load of `/` and of the Worker bundle, and the Worker's start-up
 * time. Checks that it starts without instantiating WebAssembly. Fails when a figure exceeds its budget.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { root } from '../../.dev/env.mjs'
import { build } from '../../.dev/prepare.mjs'
import { bundleWorker } from '../support/bundle-worker.ts'
import { startMilliseconds, startsWithoutRenderer } from './start-up.mjs'

const KB = 1024
const BUDGET = { script: 140 * KB, style: 14 * KB, worker: 4000 * KB, startMs: 50 }
const GZIP = { level: 9 }
/** Smaller parts of the Worker are not listed, but they count. */
const LISTED_FROM = 20 * KB
/** Lazily imported chunks that `/` needs for its first render. They count toward the first load. */
const FIRST_SCREENS = ['generator-screen']
/** Chunks that the idle page prefetches. They are reported, but do not count toward the first load. */
const FETCHED_LATER = ['late', 'responses']

const say = (line) => process.stdout.write(`${line}\n`)
const gzipped = (path) => gzipSync(readFileSync(path), GZIP).length
const formatKb = (bytes) => `${(bytes / KB).toFixed(1)} KB`.padStart(10)

/** Lists the built files that the page loads before any interaction, for its entry and its screen. */
function firstLoad() {
  const dist = join(root, 'web', 'dist')
  const manifest = JSON.parse(readFileSync(join(dist, 'assets', 'manifest.json'), 'utf8'))
  const first = closure(manifest, ['index', ...FIRST_SCREENS])
  const later = closure(manifest, FETCHED_LATER).filter((chunk) => !first.includes(chunk))
  const files = (chunks) => chunks.map(({ file }) => file).filter((file) => file.endsWith('.js'))
  const style = [...new Set(first.flatMap(({ css = [] }) => css))]
  return { script: files(first), style, later: files(later), dist }
}

/** Returns the chunks of these names and all chunks that they import statically. */
function closure(manifest, names) {
  const found = new Set()
  const visit = (key) => {
    if (found.has(manifest[key])) return
    found.add(manifest[key])
    for (const imported of manifest[key].imports ?? []) visit(imported)
  }
  for (const name of names) {
    const key = Object.keys(manifest).find(
      (each) => manifest[each].name === name && (manifest[each].isEntry || manifest[each].isDynamicEntry),
    )
    if (key === undefined) throw new Error(`The chunk ${name} is not in the build: is the list above still true?`)
    visit(key)
  }
  return [...found]
}

await build()
let isOver = false
const judge = (name, bytes, budget) => {
  const verdict = budget === undefined ? '' : ` of ${formatKb(budget).trim()}${bytes > budget ? ' - TOO LARGE' : ''}`
  isOver ||= budget !== undefined && bytes > budget
  say(`${formatKb(bytes)}  ${name}${verdict}`)
}

say('First load of /, gzip')
const page = firstLoad()
for (const kind of ['script', 'style', 'later']) {
  const sizes = page[kind]
    .filter((path) => existsSync(join(page.dist, path)))
    .map((path) => [path, gzipped(join(page.dist, path))])
  for (const [path, bytes] of sizes) say(`${formatKb(bytes)}    ${path}`)
  judge(
    `${kind} in all`,
    sizes.reduce((sum, [, bytes]) => sum + bytes, 0),
    BUDGET[kind],
  )
}

say('Worker, gzip')
const modules = await bundleWorker()
const sizes = modules.map(({ path, contents }) => [path, gzipSync(contents, GZIP).length])
for (const [path, bytes] of sizes) if (bytes >= LISTED_FROM) say(`${formatKb(bytes)}    ${path}`)
judge(
  'worker in all',
  sizes.reduce((sum, [, bytes]) => sum + bytes, 0),
  BUDGET.worker,
)
const answers = await startsWithoutRenderer(modules)
const startMs = await startMilliseconds(modules)
const isMeasured = !Number.isNaN(startMs)
const isSlow = startMs > BUDGET.startMs
say(`starts ${answers ? 'without' : 'ONLY WITH'} instantiating wasm`)
say(
  isMeasured
    ? `starts in ${startMs.toFixed(0)} ms of CPU time, of ${BUDGET.startMs}${isSlow ? ' - TOO SLOW' : ''}`
    : 'this system does not tell the CPU time of a start',
)
isOver ||= !answers || isSlow
process.exit(isOver ? 1 : 0)
