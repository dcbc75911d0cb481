/**
 * `npm run bench`: the benchmarks one after the other, and one table of their figures, each a ratio of interleaved rounds
 * or an exact count. Beside each stands what `figures.json` keeps of an earlier run; `-- --keep` replaces it. `-- rest
 * counts` runs only these. It fails when a figure has slipped or is not measured any more, or a command has failed; a goal that is not reached is
 * said and fails nothing. About twelve minutes; the machine has to be quiet.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Figure, FIGURES_FILE, hasSlipped, isReached, missingOf } from './figures.ts'

const PARTS = ['rest', 'cache', 'peer', 'counts', 'render', 'realtime', 'generation', 'memory', 'size'] as const
const ARGUMENTS: Readonly<Partial<Record<(typeof PARTS)[number], readonly string[]>>> = { realtime: ['crowd'] }
const KEPT = new URL('figures.json', import.meta.url)

const { values, positionals } = parseArgs({ options: { keep: { type: 'boolean' } }, allowPositionals: true })
const unknown = positionals.filter((name) => !PARTS.some((part) => part === name))
if (unknown.length > 0) throw new Error(`There is no ${unknown.join(', ')}; there are ${PARTS.join(', ')}`)

const say = (line: string) => process.stdout.write(`${line}\n`)
const folder = mkdtempSync(join(tmpdir(), 'cards-figures-'))
const file = join(folder, 'figures.jsonl')
writeFileSync(file, '')
const failed: string[] = []
for (const part of PARTS) {
  if (positionals.length > 0 && !positionals.includes(part)) continue
  say(`\n${part}`)
  const command = ['run', '--silent', `bench:${part}`, '--', ...(ARGUMENTS[part] ?? [])]
  const { status } = spawnSync('npm', command, { stdio: 'inherit', env: { ...process.env, [FIGURES_FILE]: file } })
  if (status !== 0) failed.push(part)
}
const figures = readFileSync(file, 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as Figure)
rmSync(folder, { recursive: true })

const kept = existsSync(KEPT) ? (JSON.parse(readFileSync(KEPT, 'utf8')) as Record<string, number>) : {}
const shown = (value: number, unit: Figure['unit']) =>
  `${unit === '' ? value.toFixed(2) : unit === 'KB' || unit === 'MB' ? value.toFixed(1) : Math.round(value)}${unit === '' ? '' : ` ${unit}`}`
const width = Math.max(...figures.map(({ name }) => name.length))
say(`\n${'figure'.padEnd(width)}  ${'now'.padStart(11)}  ${'kept'.padStart(11)}  ${'goal'.padStart(11)}`)
const slipped: string[] = []
for (const figure of figures) {
  const { name, value, unit, goal, better } = figure
  const before = kept[name]
  const hasWorsened = before !== undefined && hasSlipped(figure, before)
  if (hasWorsened) slipped.push(name)
  const aim = goal === undefined ? '' : `${better === 'less' ? '<=' : '>='} ${shown(goal, unit)}`
  const verdict = [hasWorsened ? 'SLIPPED' : '', isReached(figure) === false ? 'goal not reached' : '']
  say(
    `${name.padEnd(width)}  ${shown(value, unit).padStart(11)}  ${(before === undefined ? '' : shown(before, unit)).padStart(11)}  ${aim.padStart(11)}  ${verdict.filter(Boolean).join(', ')}`.trimEnd(),
  )
}
// A part that is not installed here (`peer`) keeps what it was elsewhere.
const isWhole = positionals.length === 0
const missing = isWhole ? missingOf(kept, figures).filter((name) => !name.startsWith('Parse Server: ')) : []
for (const name of missing) say(`${name.padEnd(width)}  NOT MEASURED`)
if (values.keep) {
  const others = Object.entries(kept).filter(([name]) => !missing.includes(name))
  const all = {
    ...Object.fromEntries(others),
    ...Object.fromEntries(figures.map(({ name, value }) => [name, Number(value.toPrecision(4))])),
  }
  writeFileSync(KEPT, `${JSON.stringify(all, null, 2)}\n`)
}
say(
  `\n${figures.length} figures, ${slipped.length} slipped, ${missing.length} missing${failed.length > 0 ? `; failed: ${failed.join(', ')}` : ''}`,
)
const isWorse = slipped.length + missing.length > 0 && !values.keep
process.exit(figures.length === 0 || failed.length > 0 || isWorse ? 1 : 0)
