import { describe, expect, it } from 'vitest'
import { Turns, type TurnTimer } from '#worker/limits/turns.ts'

/** Time that passes by sleeping alone. */
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
  it('runs the work of one key one after the other, and of others at the same time', async () => {
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

  it('goes on after work that fails, and tells its failure', async () => {
    const turns = new Turns('test', timer())
    await expect(turns.run('ann', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(await turns.run('ann', async () => 'done')).toBe('done')
  })

  it('refuses who has waited for 15 seconds, or would be the 51st to wait', async () => {
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
