import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { actsOf } from '../../scale/acts.ts'
import { type Act, databaseBytesPerDay, dollarsFor, primaryShare, usageOf } from '../../scale/model.ts'
import { PRICES } from '../../scale/prices.ts'

const ACTS: readonly Act[] = [
  { name: 'looks', perVisitor: 2, cost: { request: 3, rowRead: 10 } },
  { name: 'votes', perVisitor: 0.5, cost: { rowWritten: 4 }, keeps: { database: 100, files: 1000 }, primaryMs: 2 },
]

describe('the model of costs', () => {
  test('multiplies what an act takes by how often it is done in a month', () => {
    expect(usageOf(ACTS, 1000)).toMatchObject({ request: 180_000, rowRead: 600_000, rowWritten: 60_000, kvRead: 0 })
    expect(usageOf(ACTS, 1000).r2Gb).toBeCloseTo(0.015)
    expect(databaseBytesPerDay(ACTS, 1000)).toBe(50_000)
    expect(primaryShare(ACTS, 36_000, 0.1, 1000)).toBeCloseTo(0.001)
  })

  test('charges nothing of what is included, and the rest by the million', () => {
    const { included, per, dollars } = PRICES.rowWritten
    expect([dollarsFor('rowWritten', included), dollarsFor('rowWritten', included - 1)]).toEqual([0, 0])
    expect(dollarsFor('rowWritten', included + 2 * per)).toBe(2 * dollars)
  })

  test('knows every figure that it needs, and says which is missing', () => {
    const figures = JSON.parse(readFileSync('test/bench/figures.json', 'utf8')) as Record<string, number>
    expect(actsOf(figures).length).toBeGreaterThan(5)
    expect(() => actsOf({})).toThrow('not measured: rows read: leaderboard')
    const { 'calls: a vote': _, ...without } = figures
    expect(() => actsOf(without)).toThrow('not measured: calls: a vote')
  })

  test('charges a vote for every row and key that was counted', () => {
    const figures = JSON.parse(readFileSync('test/bench/figures.json', 'utf8')) as Record<string, number>
    const vote = actsOf({ ...figures, 'rowsWritten: a vote': 7, 'kvReads: a vote': 3 }).find(
      (act) => act.name === 'votes',
    )
    expect(vote?.cost).toMatchObject({ request: 1, rowWritten: 7, kvRead: 3 })
  })
})
