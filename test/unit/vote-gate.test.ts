import { describe, expect, test, vi } from 'vitest'
import { AppError } from '#shared/client/errors.ts'
import { castVote } from '#worker/edge/votes.ts'
import { createVoteGate } from '#worker/limits/vote-gate.ts'
import type { Card } from '#shared/domain/card.ts'
import { createHostileKv, type Hostility } from '../support/hostile-kv.ts'

const DAY_MS = 86_400_000

/** A ledger that is always right, as the database is, and counts how often it is asked. */
function createLedger(clock: () => number) {
  const last = new Map<string, number>()
  const ledger = {
    asked: 0,
    votes: 0,
    for: (voter: string) => ({
      async vote(id: string): Promise<Card | null> {
        ledger.asked++
        const key = `${voter}:${id}`
        const until = (last.get(key) ?? -Infinity) + DAY_MS
        if (clock() < until)
          throw new AppError('23505', undefined, { details: { nextVoteAt: new Date(until).toISOString() } })
        last.set(key, clock())
        ledger.votes++
        return { id, votes: ledger.votes } as Card
      },
    }),
  }
  return ledger
}

function createBooth(hostility: Hostility = {}) {
  const time = { now: Date.UTC(2026, 0, 1) }
  const clock = () => time.now
  const kv = createHostileKv(clock, hostility)
  const ledger = createLedger(clock)
  const gate = createVoteGate(kv.store, clock)
  const vote = (voter: string, card = 'card-1') =>
    castVote({ gate, cards: ledger.for(voter), clock, periodMs: DAY_MS }, voter, card, 1)
  return { time, kv, ledger, vote }
}

describe('voting through the gate', () => {
  test('a second refusal costs one read of KV and no look into the ledger', async () => {
    const booth = createBooth()
    await booth.vote('ann')
    await expect(booth.vote('ann')).rejects.toMatchObject({ code: '23505' })
    const before = { ...booth.kv.calls, asked: booth.ledger.asked }

    await expect(booth.vote('ann')).rejects.toMatchObject({ code: '23505', status: 409 })

    expect(booth.kv.calls.reads - before.reads).toBe(1)
    expect(booth.kv.calls.writes - before.writes).toBe(0)
    expect(booth.ledger.asked - before.asked).toBe(0)
  })

  test('an accepted vote writes nothing to KV', async () => {
    const booth = createBooth()
    await booth.vote('ann')
    expect(booth.kv.calls).toEqual({ reads: 1, writes: 0 })
  })

  test('the refusal says when the next vote counts, and then it does', async () => {
    const booth = createBooth()
    const start = booth.time.now
    await booth.vote('ann')
    booth.time.now += 3_600_000
    for (let i = 0; i < 2; i++)
      await expect(booth.vote('ann')).rejects.toMatchObject({
        details: { nextVoteAt: new Date(start + DAY_MS).toISOString() },
      })

    booth.time.now = start + DAY_MS
    await expect(booth.vote('ann')).resolves.toMatchObject({ votes: 2 })
  })

  test('one refused card does not close the others', async () => {
    const booth = createBooth()
    await booth.vote('ann', 'card-1')
    await expect(booth.vote('ann', 'card-1')).rejects.toThrow()
    await expect(booth.vote('ann', 'card-2')).resolves.toMatchObject({ id: 'card-2' })
  })

  test('a network that has used its votes for one card up may still vote for another; one that has used its day up may not', async () => {
    const booth = createBooth()
    const until = new Date(booth.time.now + DAY_MS).toISOString()
    const refuseWith = (scope: 'card' | 'voter') => ({
      vote: () => Promise.reject(new AppError('RATE_LIMITED', undefined, { details: { nextVoteAt: until, scope } })),
    })
    const clock = () => booth.time.now
    const gate = createVoteGate(booth.kv.store, clock)
    const cast = (cards: { vote: () => Promise<Card | null> }, card: string) =>
      castVote({ gate, cards, clock, periodMs: DAY_MS }, 'net', card, 1)

    await expect(cast(refuseWith('card'), 'card-1')).rejects.toMatchObject({ status: 429 })
    expect(await gate.refusedUntil('net', 'card-1')).not.toBeNull()
    expect(await gate.refusedUntil('net', 'card-2')).toBeNull()

    await expect(cast(refuseWith('voter'), 'card-2')).rejects.toMatchObject({ status: 429 })
    expect(await gate.refusedUntil('net', 'card-3')).toMatchObject({ kind: 'cap' })
  })

  test.each<[string, Hostility]>([
    ['60 seconds stale', { staleMs: 60_000 }],
    ['refusing fast writes', { refuseFastWrites: true }],
    ['stale and refusing', { staleMs: 60_000, refuseFastWrites: true }],
    ['down', { outage: true }],
  ])('answers stay exact with a store that is %s', async (_name, hostility) => {
    const quiet = vi.spyOn(console, 'log').mockImplementation(() => {})
    const booth = createBooth(hostility)
    const accepted = new Map<string, number>()
    for (let round = 0; round < 30; round++) {
      booth.time.now += 5_000
      for (const voter of ['ann', 'bob', 'cid']) {
        const card = await booth
          .vote(voter)
          .catch((error: AppError) => (error.code === '23505' ? null : Promise.reject(error)))
        if (card) accepted.set(voter, (accepted.get(voter) ?? 0) + 1)
      }
    }
    expect(Object.fromEntries(accepted)).toEqual({ ann: 1, bob: 1, cid: 1 })

    booth.time.now += DAY_MS
    await expect(booth.vote('ann')).resolves.toMatchObject({ votes: 4 })
    quiet.mockRestore()
  })
})
