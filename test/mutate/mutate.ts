/**
 * `npm run mutate`: changes one condition, operator, literal or statement at a time in the code that enforces permissions
 * and limits, runs its tests in one process and counts how many changes they detect. `-- "vote policy"` runs one target,
 * `-- --survivors` lists undetected changes, `-- --left` the tests that need more than Node offers, `-- --most=50` tries
 * that many per target, spread over its files. Fails below nine tenths, and when a share is below the recorded one in
 * `figures.json`; `-- --keep` records the shares of the targets that were run.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { GOAL, type Target, TARGETS } from './targets.ts'
import { type Outcome, tryMutants } from './try-mutants.ts'

/** A target's share may fall below its recorded value by this much. */
const TOLERANCE = 0.02

const root = fileURLToPath(new URL('../../', import.meta.url).href)
const toUrl = (path: string) => pathToFileURL(root + path).href
const say = (line: string) => process.stdout.write(`${line}\n`)

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    survivors: { type: 'boolean', default: false },
    left: { type: 'boolean', default: false },
    most: { type: 'string', default: 'Infinity' },
    keep: { type: 'boolean', default: false },
  },
})
const chosen = TARGETS.filter(({ name }) => positionals.length === 0 || positionals.includes(name))
if (chosen.length === 0) throw new Error(`targets: ${TARGETS.map(({ name }) => name).join(', ')}`)

const FIGURES = `${root}test/mutate/figures.json`
const stored = JSON.parse(readFileSync(FIGURES, 'utf8')) as Record<string, number>
const measured: Record<string, number> = {}

say('target'.padEnd(16) + 'tests  mutants  killed  survived')
let isBelow = false
for (const target of chosen)
  isBelow = report(target, await tryMutants(addressed(target), Number(values.most))) || isBelow
if (values.keep) writeFileSync(FIGURES, `${JSON.stringify({ ...stored, ...measured }, null, 2)}\n`)
process.exitCode = isBelow ? 1 : 0

function addressed({ files, tests, speed = [] }: Target) {
  return { files: files.map(toUrl), tests: tests.map(toUrl), speed }
}

/** @returns whether too many mutants survived */
function report({ name }: Target, { tests, left, killed, survived }: Outcome): boolean {
  const share = killed / (killed + survived.length)
  const numbers = [tests, killed + survived.length, `${(share * 100).toFixed(1)} %`, survived.length]
  say(name.padEnd(16) + numbers.map((number, i) => String(number).padStart([5, 9, 8, 10][i]!)).join(''))
  if (values.survivors)
    for (const { file, line, from, to } of survived)
      say(`  ${file.slice(toUrl('').length)}:${line}  ${short(from)}  ->  ${short(to)}`)
  if (values.left) for (const test of left) say(`  not in Node: ${test}`)
  // Those tests prove nothing about some of the mutants.
  if (values.most !== 'Infinity') return share < GOAL
  measured[name] = Number(share.toFixed(4))
  const before = stored[name]
  const isWorse = before !== undefined && share < before * (1 - TOLERANCE)
  if (isWorse) say(`  ${name} has slipped: ${(before * 100).toFixed(1)} % are kept`)
  return share < GOAL || isWorse
}

/** The relevant part of a long text is unknown, so its start is shown. */
function short(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ')
  return line.length > 90 ? `${line.slice(0, 90)}…` : line || '(nothing)'
}
