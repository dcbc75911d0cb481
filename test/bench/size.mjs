/**
 * `npm run bench -- size`: gzip sizes of the first load of `/` and of the Worker bundle, and the Worker's start-up
 * time. Checks that it starts without instantiating WebAssembly. Fails when a figure exceeds its budget.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { runOrThrow, root } from '../../.dev/env.mjs'
import { buildWeb } from '../../.dev/prepare.mjs'
import { startMilliseconds, startsWithoutRenderer } from './start-up.mjs'

const KB = 1024
const BUDGET = { script: 140 * KB, style: 14 * KB, worker: 4000 * KB, startMs: 50 }
const GZIP = { level: 9 }
/** Lazily imported chunks that `/` needs for its first render. They count toward the first load. */
const FIRST_SCREENS = ['generator-screen']
/** Chunks that the idle page prefetches. They are reported, but do not count toward the first load. */
const FETCHED_LATER = ['late', 'responses']

const say = (line) => process.stdout.write(`${line}\n`)
const gzipped = (path) => gzipSync(readFileSync(path), GZIP).length
const formatKb = (bytes) => `${(bytes / KB).toFixed(1)} KB`.padStart(10)

/** Lists the files that the page loads before any interaction: entry, modulepreloads, its screen, style sheets. */
function firstLoad() {
  const dist = join(root, 'web', 'dist')
  const html = readFileSync(join(dist, 'index.html'), 'utf8')
  const tags = [...html.matchAll(/<(?:script|link)\b[^>]*>/g)].map(([tag]) => tag)
  const linked = (rel) =>
    tags.filter((tag) => new RegExp(`rel="?${rel}"?`).test(tag)).map((tag) => attribute(tag, 'href'))
  const entries = tags.filter((tag) => tag.startsWith('<script')).flatMap((tag) => attribute(tag, 'src') ?? [])
  const assets = readdirSync(join(dist, 'assets'))
  const chunk = (name) => {
    const file = assets.find((asset) => asset.startsWith(`${name}-`) && asset.endsWith('.js'))
    if (file === undefined) throw new Error(`The chunk ${name} is not in the build: is the list above still true?`)
    return `/assets/${file}`
  }
  const scripts = closure(dist, [...entries, ...linked('modulepreload'), ...FIRST_SCREENS.map(chunk)])
  const later = closure(dist, FETCHED_LATER.map(chunk)).filter((path) => !scripts.includes(path))
  const styles = assets.filter((name) => FIRST_SCREENS.some((screen) => name.startsWith(`${screen}-`)))
  const style = [
    ...linked('stylesheet'),
    ...styles.filter((name) => name.endsWith('.css')).map((name) => `/assets/${name}`),
  ]
  return { script: scripts, style, later, dist }
}

const attribute = (tag, name) => new RegExp(`${name}="([^"]+)"`).exec(tag)?.[1]

/** Returns the scripts and all scripts that they import statically. */
function closure(dist, paths) {
  const found = new Set()
  const visit = (path) => {
    if (found.has(path)) return
    found.add(path)
    const source = readFileSync(join(dist, path), 'utf8')
    for (const [, name] of source.matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)) visit(join('/assets', name))
  }
  for (const path of paths) visit(path)
  return [...found]
}

async function workerFiles() {
  const folder = mkdtempSync(join(tmpdir(), 'worker-'))
  await runOrThrow('The dry run', 'wrangler', ['deploy', '--dry-run', '--outdir', folder])
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile() && !/(\.map|README\.md)$/.test(path))
  return { folder, files }
}

await buildWeb()
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
const { folder, files } = await workerFiles()
for (const path of files) say(`${formatKb(gzipped(path))}    ${path.slice(folder.length + 1)}`)
judge(
  'worker in all',
  files.reduce((sum, path) => sum + gzipped(path), 0),
  BUDGET.worker,
)
const answers = await startsWithoutRenderer(files)
const startMs = await startMilliseconds(files)
const isMeasured = !Number.isNaN(startMs)
const isSlow = startMs > BUDGET.startMs
say(`starts ${answers ? 'without' : 'ONLY WITH'} instantiating wasm`)
say(
  isMeasured
    ? `starts in ${startMs.toFixed(0)} ms of CPU time, of ${BUDGET.startMs}${isSlow ? ' - TOO SLOW' : ''}`
    : 'this system does not tell the CPU time of a start',
)
isOver ||= !answers || isSlow
rmSync(folder, { recursive: true })
process.exit(isOver ? 1 : 0)
