import { expect as vitestExpect, vi as vitestVi } from 'vitest'

/**
 * The part of vitest that the targeted tests use, collecting tests instead of running them: they then run hundreds of
 * times in one process, in a few milliseconds each. `expect` is vitest's own.
 */

type Work = () => unknown
type Group = { readonly parent: Group | null; readonly before: Work[]; readonly once: Once[]; readonly after: Work[] }
type Once = { readonly work: Work; doneFor: number }
export type Case = { readonly name: string; readonly group: Group; readonly work: Work }

const emptyGroup = (parent: Group | null): Group => ({ parent, before: [], once: [], after: [] })

export const cases: Case[] = []
let group = emptyGroup(null)
let path: string[] = []

export const expect = vitestExpect
export const vi = vitestVi

/** Each test file has its own hooks. */
export function beginFile(name: string): void {
  group = emptyGroup(null)
  path = [name]
}

const named = (name: unknown, row: readonly unknown[] = []): string =>
  [String(name), ...row.map(String)].join(' ').slice(0, 120)

function runGroup(name: unknown, work: Work): void {
  const [outer, before] = [group, path]
  group = emptyGroup(outer)
  path = [...path, named(name)]
  work()
  ;[group, path] = [outer, before]
}

function addTest(name: unknown, work: Work | object, then?: Work): void {
  cases.push({
    name: [...path, named(name)].join(' > '),
    group,
    work: (typeof work === 'function' ? work : then) as Work,
  })
}

const toRows = (table: readonly unknown[]): unknown[][] => table.map((row) => (Array.isArray(row) ? row : [row]))

export const describe = Object.assign(runGroup, {
  each: (table: readonly unknown[]) => (name: unknown, work: (...row: unknown[]) => unknown) => {
    for (const row of toRows(table)) runGroup(named(name, [JSON.stringify(row)]), () => work(...row))
  },
})
export const test = Object.assign(addTest, {
  each: (table: readonly unknown[]) => (name: unknown, work: (...row: unknown[]) => unknown) => {
    toRows(table).forEach((row, i) => addTest(`${named(name)} ${i}`, () => work(...row)))
  },
})
export const it = test

export const beforeEach = (work: Work) => void group.before.push(work)
export const afterEach = (work: Work) => void group.after.push(work)
export const beforeAll = (work: Work) => void group.once.push({ work, doneFor: -1 })
export const afterAll = () => {}
/** The targets' tests read no provided values except the list of migrations. */
export const inject = (_name: string): unknown => []

let lastFile: Group | null = null

/**
 * @param run its number: once-per-run hooks run again in the next run, and after a test of another file, which may have
 *   emptied the database
 */
export async function runCase({ group: own, work }: Case, run: number): Promise<void> {
  const groups: Group[] = []
  for (let one: Group | null = own; one !== null; one = one.parent) groups.unshift(one)
  const isSameFile = groups[0] === lastFile
  lastFile = groups[0]!
  for (const { once } of groups)
    for (const hook of once) {
      if (hook.doneFor === run && isSameFile) continue
      hook.doneFor = run
      await hook.work()
    }
  for (const { before } of groups) for (const hook of before) await hook()
  try {
    await work()
  } finally {
    for (const { after } of groups.toReversed()) for (const hook of after) await hook()
  }
}
