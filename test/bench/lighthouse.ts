/**
 * `npm run bench -- lighthouse`: runs Lighthouse on five screens as a phone, on its own server with public cards and
 * votes. Takes the median of five runs for each figure, and fails when one misses its goal. `-- --runs=1 /contact`
 * measures one screen once.
 */
import { chromium } from 'playwright-core'
import lighthouse from 'lighthouse'
import { freePort } from '../e2e/support/ports.ts'
import { createVisitor, makePublicCard } from '../e2e/support/visitor.ts'
import { serveBuilt } from './serve-built.ts'

const RUNS = 5
/** The lowest scores, out of 100. Performance is simulated on a slow phone; the others are pass or fail. */
const GOALS = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 } as const
/** Milliseconds. */
const TIMES = {
  'first-contentful-paint': { name: 'FCP', most: 1500 },
  'largest-contentful-paint': { name: 'LCP', most: 1600 },
  'total-blocking-time': { name: 'TBT', most: 100 },
} as const
const MOST_SHIFT = 0.02

type Category = keyof typeof GOALS
type Time = keyof typeof TIMES
type Run = { scores: Record<Category, number>; times: Record<Time, number>; shift: number; failed: string[] }

const say = (line: string) => process.stdout.write(`${line}\n`)
const options = process.argv.slice(2)
const runs = Number(/^--runs=(\d+)$/.exec(options.find((option) => option.startsWith('--runs=')) ?? '')?.[1] ?? RUNS)
const wanted = options.filter((option) => option.startsWith('/'))

const { findBrowser } = (await import(new URL('../../.dev/browser.mjs', import.meta.url).href)) as {
  findBrowser: () => Promise<{ executablePath: string; args: string[] }>
}
const { build } = (await import(new URL('../../.dev/prepare.mjs', import.meta.url).href)) as {
  build: () => Promise<void>
}
await build()
const server = await serveBuilt({ onLog: (line) => (line.includes('"event":"request"') ? undefined : say(line)) })
const port = await freePort()
const { executablePath, args } = await findBrowser()
const browser = await chromium.launch({ executablePath, args: [...args, `--remote-debugging-port=${port}`] })
let isBelow = false
try {
  const card = await votedCards()
  const screens = ['/', '/hall-of-fame', `/card/${card}`, '/contact', '/privacy-policy']
  for (const path of screens.filter((screen) => wanted.length === 0 || wanted.some((start) => screen === start))) {
    const measured: Run[] = []
    for (let run = 0; run < runs; run++) measured.push(await measure(path))
    tell(path, measured)
  }
} finally {
  await browser.close()
  await server.close()
}
process.exit(isBelow ? 1 : 0)

/** Adds six cards with a vote each to the Hall. @returns the id of one */
async function votedCards(): Promise<string> {
  let last = ''
  for (const armor of ['duck', 'helmet', 'none', 'goggles', 'warpaint', 'wizard']) {
    const visitor = createVisitor(server.url)
    await visitor.arrive()
    last = (await makePublicCard(visitor, { armor })).id
    await (await visitor.post(`/api/cards/${last}/votes`, { votes: 1 })).text()
  }
  return last
}

async function measure(path: string): Promise<Run> {
  const flags = { port, output: 'json', logLevel: 'silent', onlyCategories: Object.keys(GOALS) } as const
  const report = (await lighthouse(server.url + path, { ...flags, onlyCategories: [...flags.onlyCategories] }))?.lhr
  if (report === undefined || report.runtimeError !== undefined)
    throw new Error(`${path} could not be measured: ${report?.runtimeError?.message}`)
  const { categories, audits } = report
  const scores = Object.fromEntries(
    Object.keys(GOALS).map((name) => [name, Math.round((categories[name]?.score ?? 0) * 100)]),
  ) as Run['scores']
  const counted = Object.keys(GOALS)
    .filter((name) => name !== 'performance')
    .flatMap((name) => categories[name]?.auditRefs.filter(({ weight }) => weight > 0) ?? [])
  const failed = counted.map(({ id }) => id).filter((id) => (audits[id]?.score ?? 1) < 1)
  const getNumber = (id: string): number => {
    const value = audits[id]?.numericValue
    if (value === undefined) throw new Error(`${path} has no ${id}`)
    return value
  }
  const times = Object.fromEntries(Object.keys(TIMES).map((id) => [id, Math.round(getNumber(id))])) as Run['times']
  return { scores, times, shift: getNumber('cumulative-layout-shift'), failed }
}

function tell(path: string, measured: readonly Run[]) {
  const scores = Object.entries(GOALS).map(([name, goal]) => {
    const score = median(measured.map((run) => run.scores[name as Category]))
    isBelow ||= score < goal
    return `${name} ${score}${score < goal ? ` (BELOW ${goal})` : ''}`
  })
  const atMost = (name: string, value: number, most: number, unit = '') => {
    isBelow ||= value > most
    return `${name} ${value}${unit}${value > most ? ` (ABOVE ${most})` : ''}`
  }
  const times = Object.entries(TIMES).map(([id, { name, most }]) =>
    atMost(name, median(measured.map((run) => run.times[id as Time])), most, ' ms'),
  )
  const shift = atMost('layout shift', Number(median(measured.map((run) => run.shift)).toFixed(4)), MOST_SHIFT)
  say(`${path}\n  ${scores.join(', ')}\n  ${[...times, shift].join(', ')}`)
  const failed = new Set(measured.flatMap((run) => run.failed))
  if (failed.size > 0) say(`  failed: ${[...failed].join(', ')}`)
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!
}
