import { beforeEach, describe, expect, it } from 'vitest'
import type { JoinedLeague } from '#shared/contracts/league.ts'
import { LEAGUE_SEATS } from '#shared/domain/league.ts'
import { freshDatabase } from '../../support/env.ts'
import { randomFrom } from '../../support/random.ts'
import { createLeaguePlace, json, readCode } from '../../worker/edge/leagues/league-place.ts'

beforeEach(freshDatabase)

describe('joining a league at the same moment', () => {
  it('gives a visitor or an account one seat for concurrent requests', async () => {
    const { found, person, tryToJoin, signUp, view, app } = createLeaguePlace()
    const commissioner = await person()
    const { code } = await found(commissioner)
    const visitor = await person()
    const own = await Promise.all(Array.from({ length: 8 }, () => tryToJoin(visitor, code)))
    expect(own.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(own.filter(({ status }) => status === 200)).toHaveLength(7)
    const { bearer } = await signUp('ann@example.com')
    const devices = await Promise.all(Array.from({ length: 8 }, () => tryToJoin(app.visitor(), code, 'Ann', bearer)))
    expect(new Set(await Promise.all(devices.map(async (one) => (await json<JoinedLeague>(one)).seat)))).toEqual(
      new Set([2]),
    )
    expect((await view(commissioner, code)).seats).toHaveLength(2)
  })

  it.each([1, 2, 3, 4, 5])('gives the last seat to exactly one of 16 concurrent visitors (seed %i)', async (seed) => {
    const { found, person, join, tryToJoin, view } = createLeaguePlace()
    const commissioner = await person()
    const { code } = await found(commissioner)
    for (let i = 1; i < LEAGUE_SEATS; i++) await join(await person(), code, `Team ${i}`)
    const random = randomFrom(seed)
    const people = await Promise.all(Array.from({ length: 16 }, () => person()))
    const answers = await Promise.all(
      people.map(async (one, at) => {
        await new Promise((resolve) => void setTimeout(resolve, Math.floor(random() * 12)))
        return tryToJoin(one, code, `Late ${at}`)
      }),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    const refused = answers.filter(({ status }) => status !== 201)
    expect(new Set(await Promise.all(refused.map(readCode)))).toEqual(new Set(['LEAGUE_FULL']))
    expect((await view(commissioner, code)).seats.map(({ number }) => number)).toEqual(
      Array.from({ length: LEAGUE_SEATS }, (_, at) => at + 1),
    )
  })

  it('seats 16 of 20 visitors who join an empty league concurrently', async () => {
    const { found, person, tryToJoin, view } = createLeaguePlace()
    const { code } = await found(await person())
    const people = await Promise.all(Array.from({ length: 20 }, () => person()))
    const answers = await Promise.all(people.map((one, at) => tryToJoin(one, code, `Team ${at}`)))
    expect(answers.map(({ status }) => status).filter((status) => status === 201)).toHaveLength(16)
    expect(new Set((await view(people[0]!, code)).seats.map(({ number }) => number)).size).toBe(16)
  })
})
