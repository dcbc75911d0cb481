import { describe, expect, it } from 'vitest'
import { Turns, type TurnTimer } from '#worker/limits/turns.ts'

/** A clock that only sleeping advances. */
function timer(): TurnTimer & { time: number } {
  const clock = {
    time: 0,
    now: () => clock.time,
    async sleep(ms: number) {
      clock.time += ms
      for (let i = 0; i < 5; i++) await Promise.resolve()
    },
  }
  return clock
}

describe('Turns', () => {
  it('runs the work of one key in turn, and of other keys in parallel', async () => {
    const clock = timer()
    const turns = new Turns('test', clock)
    let [running, most] = [0, 0]
    const work = async () => {
      most = Math.max(most, ++running)
      await clock.sleep(10)
      running--
    }
    await Promise.all(Array.from({ length: 20 }, () => turns.run('ann', work)))
    expect(most).toBe(1)
    await Promise.all(['ann', 'bob', 'cem'].map((key) => turns.run(key, work)))
    expect(most).toBe(3)
  })

  it('runs the next turn after a failed one, and reports the failure', async () => {
    const turns = new Turns('test', timer())
    await expect(turns.run('ann', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(await turns.run('ann', async () => 'done')).toBe('done')
  })

  it('rejects a turn after 15 seconds of waiting, or when 50 are queued', async () => {
    const clock = timer()
    const turns = new Turns('test', clock)
    void turns.run('ann', () => new Promise(() => undefined))
    const waiting = Array.from({ length: 50 }, () =>
      turns.run('ann', async () => 'done').catch((thrown: unknown) => thrown),
    )
    await expect(turns.run('ann', async () => 'done')).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      retryAfterSeconds: 1,
    })
    for (const outcome of await Promise.all(waiting)) expect(outcome).toMatchObject({ code: 'RATE_LIMITED' })
    clock.time += 120_000
    expect(await turns.run('ann', async () => 'done')).toBe('done')
  })
})
