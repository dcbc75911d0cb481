import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runTool } from './tools.ts'

const LIMIT_MS = 15 * 60_000

/** A request with the places that are attacked: parameters that are named, or a `*` where a value stands. */
export type Target = {
  readonly name: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  /** JSON; missing: a GET. */
  readonly body?: object
  /** Parameters of the query or fields of the body; missing: where a `*` stands. */
  readonly parameters?: readonly string[]
}

export type Found = {
  /** Lines that say a place is injectable. */
  readonly holes: readonly string[]
  readonly places: number
  readonly requests: number
  readonly seconds: number
}

/** sqlmap has no option for it, but draws all its numbers and names from Python's generator. */
const SEEDED = `
import random, runpy, sys
random.seed(int(sys.argv[1]))
sys.path.insert(0, '/usr/share/sqlmap')
sys.argv = ['sqlmap'] + sys.argv[2:]
runpy.run_path('/usr/share/sqlmap/sqlmap.py', run_name='__main__')`

const FIXED = [
  '--batch',
  '--flush-session',
  '--disable-coloring',
  '--level=2',
  '--risk=1',
  '--dbms=SQLite',
  '--technique=BEUST',
  '--threads=1',
  '--timeout=20',
  '--time-sec=3',
  // Refusals are answers like others.
  '--ignore-code=*',
  '--ignore-redirects',
  '--user-agent=sqlmap',
  // It would leave out what is checked for its form.
  '--answers=skip those=N',
  // Each request is told.
  '-v3',
]

const HOLE = /is vulnerable|identified the following injection point/
/** Two answers differed; sqlmap then tries again and says whether it was by chance. */
const SUSPECTED = /parameter ('.+?') appears to be .*injectable/
const CLEAN = /parameter ('.+?') does not seem to be injectable/

/** @param next what was said from this line on */
function isHole(line: string, next: readonly string[]): boolean {
  const suspected = SUSPECTED.exec(line)?.[1]
  if (suspected === undefined) return HOLE.test(line)
  return !next.some((later) => CLEAN.exec(later)?.[1] === suspected)
}

/** Where a target is attacked. */
const placesOf = ({ path, parameters }: Target): number => parameters?.length ?? path.split('*').length - 1

/**
 * Lets sqlmap try every technique for SQLite against a target, at level 2 and risk 1: what it sends changes nothing.
 *
 * @throws Error when it did not come to an end, or no request reached the server
 */
export async function sqlmap(url: string, target: Target, seed: number): Promise<Found> {
  const folder = mkdtempSync(join(tmpdir(), 'cards-sqlmap-'))
  const options = [
    ...FIXED,
    `--output-dir=${folder}`,
    '-u',
    url + target.path,
    ...Object.entries(target.headers ?? {}).flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
    ...(target.body ? ['--data', JSON.stringify(target.body), '-H', 'content-type: application/json'] : []),
    ...(target.parameters ? ['-p', target.parameters.join(',')] : []),
  ]
  try {
    const { output, seconds } = await runTool('python3', ['-c', SEEDED, String(seed), ...options], LIMIT_MS)
    const lines = output.split('\n')
    const places = lines.filter((line) => CLEAN.test(line)).length
    const holes = lines
      .filter((line, i) => isHole(line, lines.slice(i)))
      .map((line) => line.replace(/^\s*\[[\d:]+\] /, ''))
    if (holes.length === 0 && places < placesOf(target))
      throw new Error(`${target.name} was not tried to the end: ${output.slice(-2000)}`)
    return { holes, places, requests: lines.filter((line) => line.includes('[PAYLOAD]')).length, seconds }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
