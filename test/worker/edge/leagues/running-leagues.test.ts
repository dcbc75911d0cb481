import { beforeEach, describe, expect, it } from 'vitest'
import type { League, LeagueKeys } from '#shared/contracts/league.ts'
import { chargeNetwork } from '../../../support/charge-network.ts'
import { freshDatabase } from '../../../support/env.ts'
import { createLeaguePlace, json, NEW_LEAGUE } from './league-place.ts'

beforeEach(freshDatabase)

describe('keys', () => {
  it('lets another browser act as member or commissioner with their keys, alone and together', async () => {
    const { company, view, person } = createLeaguePlace()
    const { code, key, keys } = await company()
    const phone = await person()
    const seen = async (header: string) => {
      const { role, ownSeat } = await view(phone, code, { 'x-league-key': header })
      return [role, ownSeat]
    }
    expect(await seen(keys.second)).toEqual(['member', 2])
    expect(await seen(key)).toEqual(['commissioner', null])
    expect(await seen(`${keys.second}, ${key}`)).toEqual(['commissioner', 2])
    for (const forged of ['', 'c.', `${key}0`, key.replace('c.', '2.'), keys.second.replace('2.', '1.'), `,,${key}`])
      expect([forged, ...(await seen(forged))]).toEqual([forged, 'outsider', null])
  })

  it('shows keys only to their holders', async () => {
    const { company } = createLeaguePlace()
    const { commissioner, member, code, key, keys } = await company()
    const read = async (visitor: typeof member) => json<LeagueKeys>(await visitor.send(`/api/leagues/${code}/keys`))
    expect(await read(commissioner)).toEqual({ commissioner: key, member: keys.first })
    expect(await read(member)).toEqual({ commissioner: null, member: keys.second })
  })

  it('grants nothing for the key of another league', async () => {
    const { company, found, person, view } = createLeaguePlace()
    const { key, keys } = await company()
    const { code } = await found(await person())
    expect((await view(await person(), code, { 'x-league-key': `${key},${keys.first}` })).role).toBe('outsider')
  })

  it('revokes the key of a seat that its member left, even after another takes the seat', async () => {
    const { company, person, remove, join, view } = createLeaguePlace()
    const { member, code, keys } = await company()
    expect(await json<League>(await remove(member, `/api/leagues/${code}/seats/2`))).toMatchObject({ role: 'outsider' })
    await join(await person(), code)
    expect((await view(await person(), code, { 'x-league-key': keys.second })).role).toBe('outsider')
  })
})

describe('running a league', () => {
  it('changes only the settings that are sent', async () => {
    const { company, patch } = createLeaguePlace()
    const { commissioner, code } = await company()
    const change = async (body: object) => json<League>(await patch(commissioner, `/api/leagues/${code}`, body))
    const renamed = await change({ name: 'Monday League' })
    expect(renamed).toMatchObject({ ...NEW_LEAGUE, name: 'Monday League' })
    expect(await change({ season: '2027', team: 'Chicago Bears' })).toMatchObject({
      name: 'Monday League',
      season: '2027',
      team: 'Chicago Bears',
      version: renamed.version + 1,
    })
    expect((await change({})).version).toBe(renamed.version + 1)
  })

  it('lets members rename their own seat, and the commissioner any seat', async () => {
    const { company, patch } = createLeaguePlace()
    const { commissioner, member, code } = await company()
    const rename = async (visitor: typeof member, seat: number, teamName: string) =>
      (await json<League>(await patch(visitor, `/api/leagues/${code}/seats/${seat}`, { teamName }))).seats.map(
        (one) => one.teamName,
      )
    expect(await rename(member, 2, 'Second Wind')).toEqual(['Chiefs of Staff', 'Second Wind'])
    expect(await rename(commissioner, 2, 'Third Down')).toEqual(['Chiefs of Staff', 'Third Down'])
    expect(await rename(commissioner, 1, 'Chiefs')).toEqual(['Chiefs', 'Third Down'])
  })

  it('transfers the role, and revokes the former commissioner’s key and access', async () => {
    const { company, view, person } = createLeaguePlace()
    const { commissioner, member, code, key } = await company()
    const passed = await json<League>(await commissioner.post(`/api/leagues/${code}/commissioner`, { seat: 2 }))
    expect([passed.role, passed.seats.map((seat) => seat.isCommissioner)]).toEqual(['member', [false, true]])
    expect((await view(member, code)).role).toBe('commissioner')
    expect((await view(await person(), code, { 'x-league-key': key })).role).toBe('outsider')
    const { commissioner: newKey } = await json<LeagueKeys>(await member.send(`/api/leagues/${code}/keys`))
    expect((await view(await person(), code, { 'x-league-key': newKey! })).role).toBe('commissioner')
    expect((await commissioner.post(`/api/leagues/${code}/commissioner`, { seat: 1 })).status).toBe(403)
  })

  it('gives the role to one member when it is transferred twice concurrently', async () => {
    const { company, join, person, view } = createLeaguePlace()
    const { commissioner, code } = await company()
    await join(await person(), code, 'Third')
    const responses = await Promise.all(
      [2, 3].map((seat) => commissioner.post(`/api/leagues/${code}/commissioner`, { seat })),
    )
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 403])
    expect((await view(commissioner, code)).seats.filter((seat) => seat.isCommissioner)).toHaveLength(1)
  })

  it('keeps the role of a commissioner who leaves their own seat', async () => {
    const { company, remove } = createLeaguePlace()
    const { commissioner, code } = await company()
    expect(await json<League>(await remove(commissioner, `/api/leagues/${code}/seats/1`))).toMatchObject({
      role: 'commissioner',
      ownSeat: null,
      seats: [{ number: 2, isCommissioner: false }],
    })
  })

  const MALFORMED = [
    ['POST', 'commissioner', { seat: 17 }, 400],
    ['POST', 'commissioner', { seat: 0 }, 400],
    ['POST', 'commissioner', { seat: 1.5 }, 400],
    ['POST', 'commissioner', { seat: '2' }, 400],
    ['POST', 'commissioner', { seat: 9 }, 404],
    ['PATCH', 'seats/17', { teamName: 'x' }, 404],
    ['PATCH', 'seats/0', { teamName: 'x' }, 404],
    ['PATCH', 'seats/02', { teamName: 'x' }, 404],
    ['PATCH', 'seats/two', { teamName: 'x' }, 404],
    ['PATCH', 'seats/9', { teamName: 'x' }, 404],
    ['PATCH', 'seats/2', { teamName: null }, 400],
    ['PATCH', 'seats/2', '{', 400],
    ['DELETE', 'seats/16', undefined, 404],
    ['PATCH', '', { isLocked: 'yes' }, 400],
    ['PATCH', '', { team: 'Berlin Bears' }, 400],
    ['PATCH', '', { name: '' }, 400],
  ] as const

  it('refuses malformed changes, and leaves the league as it was', async () => {
    const { company, view } = createLeaguePlace()
    const { commissioner, code } = await company()
    const before = await view(commissioner, code)
    const statuses: unknown[] = []
    for (const [method, path, body] of MALFORMED) {
      const { status } = await commissioner.send(`/api/leagues/${code}/${path}`.replace(/\/$/, ''), {
        method,
        headers: { 'content-type': 'application/json' },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      statuses.push([method, path, body, status])
    }
    expect(statuses).toEqual(MALFORMED)
    expect(await view(commissioner, code)).toEqual(before)
  })

  it('limits the number of league changes per network', async () => {
    const { company, patch } = createLeaguePlace()
    const { commissioner, code } = await company()
    const rename = async (season: number) =>
      (await patch(commissioner, `/api/leagues/${code}`, { season: String(season) })).status
    expect(await rename(0)).toBe(200)
    await chargeNetwork('league', 110)
    const statuses: number[] = []
    for (let season = 1; season <= 10; season++) statuses.push(await rename(season))
    expect([statuses[0], statuses.at(-1)]).toEqual([200, 429])
  })
})
