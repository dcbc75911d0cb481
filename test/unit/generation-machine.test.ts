import { describe, expect, test } from 'vitest'
import { rollStats } from '#shared/domain/stats.ts'
import {
  attemptFailed,
  attempting,
  cancelled,
  checked,
  drawn,
  failed,
  isOver,
  type Job,
  GENERATION_RETENTION_MS,
  photoNotRemoved,
  photoRemoved,
  getWakeTime,
} from '#worker/edge/generations/machine.ts'

const START = 1_000_000

const job: Job = {
  id: 'a'.repeat(32),
  visitor: { kind: 'visitor', id: 'v', address: 'n' },
  origin: 'https://cards.example',
  player: { nickname: 'Ace', number: '12', team: 'Green Bay Packers', armor: 'duck' },
  createdAt: START,
  rolledStats: rollStats(() => 0.5),
  cardId: 'c'.repeat(32),
  edition: 'e'.repeat(32),
  state: 'checking',
  attempt: 0,
  nextAt: START,
  photo: { path: 'player-photos/1.jpg', url: 'https://cards.example/1.jpg', removals: 0 },
  artUrl: null,
  card: null,
  error: null,
  version: 1,
}

const passing = { code: 'AI_FAILED', message: 'The artist is busy. Please try again.', retryable: true }

describe('a generation', () => {
  test('attempts a generation four times, waiting 500, 1000 and 1500 ms, then gives up', () => {
    let current = checked(job, 'flex')
    const waits: number[] = []
    for (let now = START; !isOver(current); now = current.nextAt) {
      current = attemptFailed(attempting(current), passing, now)
      if (!isOver(current)) waits.push(current.nextAt - now)
    }
    expect(waits).toEqual([500, 1000, 1500])
    expect(current).toMatchObject({ state: 'failed', attempt: 4, error: { code: 'AI_FAILED' } })
  })

  test('does not retry what the engine refuses', () => {
    const refused = { code: 'AI_REFUSED', message: "We can't make a card from this photo.", retryable: false }
    expect(attemptFailed(attempting(checked(job, 'flex')), refused, START)).toMatchObject({
      state: 'failed',
      attempt: 1,
    })
  })

  test('increments the version with every change, so that a late result is recognized', () => {
    const steps = [(j: Job) => checked(j, 'flex'), attempting, (j: Job) => drawn(j, 'https://cards.example/art.png')]
    expect(steps.reduce((current, step) => step(current), job).version).toBe(4)
  })

  test('does not cancel a finished generation', () => {
    const over = failed(job, passing)
    expect(cancelled(over)).toBe(over)
    expect(cancelled(job)).toMatchObject({ state: 'cancelled' })
  })

  test('retries deleting the photo with backoff, at least every minute', () => {
    let current: Job = cancelled(job)
    const waits: number[] = []
    for (let i = 0; i < 9; i++) {
      const now = getWakeTime(current)
      current = photoNotRemoved(current, now)
      waits.push(getWakeTime(current) - now)
    }
    expect(waits).toEqual([1000, 2000, 4000, 8000, 16000, 32000, 60000, 60000, 60000])
    expect(getWakeTime(photoRemoved(current))).toBe(START + GENERATION_RETENTION_MS)
  })
})
