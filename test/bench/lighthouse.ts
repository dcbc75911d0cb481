/**
 * `npm run lighthouse`: the five screens as a phone sees them, on a server of its own that holds public cards with
 * votes. The median of five runs counts; it fails when one is below its goal.
 * `-- --runs=1 /contact` measures one screen once.
 */
import { chromium } from 'playwright-core'
import lighthouse from 'lighthouse'
import { freePort } from '../e2e/support/server.ts'
import { createVisitor, makePublicCard } from '../e2e/support/visitor.ts'
import { serveBuilt } from './serve-built.ts'

const RUNS = 5
/** Of 100. Speed is simulated on a slow phone; the others are yes or no. */
const GOALS = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 } as const
const TIMES = { 'first-contentful-paint': 'FCP', 'largest-contentful-paint': 'LCP', 'total-blocking-time': 'TBT' }

type Category = keyof typeof GOALS
type Run = { scores: Record<Category, number>; times: string; shift: number; failed: string[] }

const say = (line: string) => process.stdout.write(`${line}\n`)
const options = process.argv.slice(2)
const runs = Number(/^--runs=(\d+)$/.exec(options.find((option) => option.startsWith('--runs=')) ?? '')?.[1] ?? RUNS)
const wanted = options.filter((option) => option.startsWith('/'))

const { findBrowser } = (await import(new URL('../../.dev/browser.mjs', import.meta.url).href)) as {
  findBrowser: () => Promise<{ executablePath: string; args: string[] }>
}
const { buildWeb } = (await import(new URL('../../.dev/prepare.mjs', import.meta.url).href)) as {
  buildWeb: () => Promise<void>
}
await buildWeb()
const server = await serveBuilt()
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

/** Six cards in the Hall, each with a vote. @returns the id of one */
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
  const times = Object.entries(TIMES).map(([id, name]) => `${name} ${Math.round(audits[id]?.numericValue ?? 0)} ms`)
  return { scores, times: times.join(', '), shift: audits['cumulative-layout-shift']?.numericValue ?? 0, failed }
}

function tell(path: string, measured: readonly Run[]) {
  const scores = Object.entries(GOALS).map(([name, goal]) => {
    const score = median(measured.map((run) => run.scores[name as Category]))
    isBelow ||= score < goal
    return `${name} ${score}${score < goal ? ` (BELOW ${goal})` : ''}`
  })
  const middle = measured.toSorted((a, b) => a.scores.performance - b.scores.performance)[measured.length >> 1]!
  say(`${path}\n  ${scores.join(', ')}\n  ${middle.times}, layout shift ${middle.shift.toFixed(4)}`)
  const failed = new Set(measured.flatMap((run) => run.failed))
  if (failed.size > 0) say(`  failed: ${[...failed].join(', ')}`)
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!
}
