import { beforeEach, describe, expect, it } from 'vitest'
import type { CreatedLeague, JoinedLeague, League } from '#shared/contracts/league.ts'
import { isLeagueCode } from '#shared/domain/league.ts'
import { DAY_MS } from '#shared/time.ts'
import { sha256Hex } from '#worker/http/secrets.ts'
import { countRows } from '../../../support/cards.ts'
import { freshDatabase, testEnv } from '../../../support/env.ts'
import { readCode, createLeaguePlace, json, NEW_LEAGUE } from './league-place.ts'

beforeEach(freshDatabase)

describe('creating a league', () => {
  it('makes a league’s creator the commissioner, without seats', async () => {
    const { person, found, view } = createLeaguePlace()
    const commissioner = await person()
    const { code, key, league } = await found(commissioner)
    expect(isLeagueCode(code)).toBe(true)
    expect(key).toMatch(/^c\.[0-9a-f]{64}$/)
    expect(league).toEqual({
      ...NEW_LEAGUE,
      isLocked: false,
      version: 1,
      role: 'commissioner',
      ownSeat: null,
      seats: [],
      votedSeat: null,
      seasons: [],
      draws: [],
      duels: [],
      channel: `league:${await sha256Hex(code)}`,
      generationsLeft: 60,
      createdAt: '2026-11-21T12:00:00.000Z',
    })
    expect(await view(commissioner, code)).toEqual(league)
    expect(await view(await person(), code)).toEqual({ ...league, role: 'outsider' })
  })

  it('stores no league code', async () => {
    const { person, found } = createLeaguePlace()
    const { code, key } = await found(await person())
    const { results } = await testEnv().DB.prepare('select * from leagues').all()
    expect(JSON.stringify(results)).not.toContain(code)
    expect(JSON.stringify(results)).not.toContain(key.slice(2))
  })

  it('returns the same league to the same visitor for the same idempotency key', async () => {
    const { person } = createLeaguePlace()
    const [commissioner, other] = [await person(), await person()]
    const send = async (visitor = commissioner, key = 'press-1') =>
      json<CreatedLeague>(await visitor.post('/api/leagues', NEW_LEAGUE, { 'idempotency-key': key }))
    const first = await send()
    expect(await send()).toEqual(first)
    const others = [await send(commissioner, 'press-2'), await send(other)].map(({ code }) => code)
    expect(new Set([first.code, ...others]).size).toBe(3)
  })

  it('rejects a repeated creation form after the commissioner’s role was transferred', async () => {
    const { person, join } = createLeaguePlace()
    const [founder, member] = [await person(), await person()]
    const send = () => founder.post('/api/leagues', NEW_LEAGUE, { 'idempotency-key': 'press-1' })
    const { code } = await json<CreatedLeague>(await send())
    await join(member, code)
    await founder.post(`/api/leagues/${code}/commissioner`, { seat: 1 })
    const again = await send()
    expect([again.status, await readCode(again)]).toEqual([409, 'CONFLICT'])
  })

  it('creates a league for a browser without a cookie, and sets its first cookie', async () => {
    const { app, found, view } = createLeaguePlace()
    const newcomer = app.visitor()
    const { code, league } = await found(newcomer)
    expect(league.role).toBe('commissioner')
    expect((await view(newcomer, code)).role).toBe('commissioner')
  })

  it('lets a visitor run five leagues and rejects the sixth, in any number of parallel requests', async () => {
    const { person } = createLeaguePlace()
    const commissioner = await person()
    const responses = await Promise.all(Array.from({ length: 9 }, () => commissioner.post('/api/leagues', NEW_LEAGUE)))
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 201, 201, 409, 409, 409, 409])
    expect(await readCode(responses.find(({ status }) => status === 409)!)).toBe('LEAGUE_LIMIT_REACHED')
    const [{ code } = { code: '' }] = await Promise.all(
      responses.filter(({ status }) => status === 201).map((response) => json<CreatedLeague>(response)),
    )
    await commissioner.send(`/api/leagues/${code}`, { method: 'DELETE' })
    expect((await commissioner.post('/api/leagues', NEW_LEAGUE)).status).toBe(201)
    expect((await (await person()).post('/api/leagues', NEW_LEAGUE)).status).toBe(201)
  })

  it('rejects the forty-first league of a network in a day', async () => {
    const { person } = createLeaguePlace()
    const statuses: number[] = []
    for (let i = 0; i < 9; i++) {
      const visitor = await person()
      for (let j = 0; j < 5; j++) statuses.push((await visitor.post('/api/leagues', NEW_LEAGUE)).status)
    }
    expect([statuses.slice(0, 40), statuses.slice(40)]).toEqual([Array(40).fill(201), Array(5).fill(429)])
  })

  it.each([
    ['an empty name', { name: '  ' }, 'VALIDATION_ERROR', 'name'],
    ['a name of control characters', { name: '\u0000\u202e\n' }, 'VALIDATION_ERROR', 'name'],
    ['an offensive name', { name: 'fuck you' }, 'NICKNAME_REFUSED', 'name'],
    ['an offensive season', { season: 'shit 26' }, 'NICKNAME_REFUSED', 'season'],
    ['an empty season', { season: '' }, 'VALIDATION_ERROR', 'season'],
    ['a team that does not exist', { team: 'Berlin Bears' }, 'VALIDATION_ERROR', 'team'],
    ['a name that is no text', { name: 7 }, 'VALIDATION_ERROR', 'name'],
    ['no season', { season: undefined }, 'VALIDATION_ERROR', 'season'],
  ])('refuses %s and names the field', async (_, change, code, path) => {
    const { person } = createLeaguePlace()
    const response = await (await person()).post('/api/leagues', { ...NEW_LEAGUE, ...change })
    expect(response.status).toBe(400)
    expect(await json(response)).toMatchObject({ code, details: [{ path }] })
    expect(await countRows('leagues')).toBe(0)
  })

  it('truncates long texts and accepts emoji', async () => {
    const { person, found } = createLeaguePlace()
    const visitor = await person()
    const { league } = await found(visitor, { name: `${'a'.repeat(39)}🏈🏈`, season: '2026/27 with extra time!!!' })
    expect([league.name, league.season]).toEqual(['a'.repeat(39), '2026/27 with extra t'])
    expect((await found(visitor, { name: '🏈\u0007 🏆' })).league.name).toBe('🏈 🏆')
  })

  it('rejects league bodies that are not JSON, and requests from other sites', async () => {
    const { person } = createLeaguePlace()
    const visitor = await person()
    expect(await readCode(await visitor.post('/api/leagues', '{"name":'))).toBe('INVALID_JSON')
    expect((await visitor.post('/api/leagues', '[]')).status).toBe(400)
    expect((await visitor.post('/api/leagues', NEW_LEAGUE, { origin: 'https://evil.example' })).status).toBe(403)
    expect(await countRows('leagues')).toBe(0)
  })
})

describe('joining a league', () => {
  it('gives a new member the lowest free seat', async () => {
    const { company, person, remove, join } = createLeaguePlace()
    const { commissioner, code } = await company()
    expect((await join(await person(), code)).seat).toBe(3)
    await remove(commissioner, `/api/leagues/${code}/seats/2`)
    expect((await join(await person(), code)).seat).toBe(2)
    expect((await join(await person(), code)).seat).toBe(4)
  })

  it('returns the same seat to a member who joins again, even while joining is locked', async () => {
    const { company, tryToJoin, patch } = createLeaguePlace()
    const { commissioner, member, code, keys } = await company()
    await patch(commissioner, `/api/leagues/${code}`, { isLocked: true })
    const again = await tryToJoin(member, code, 'Another name')
    expect(again.status).toBe(200)
    const { seat, key, league } = await json<JoinedLeague>(again)
    expect([seat, key, league.seats[1]?.teamName]).toEqual([2, keys.second, 'Blitz Kids'])
  })

  it('rejects a new member while joining is locked, and accepts one afterwards', async () => {
    const { company, person, tryToJoin, patch } = createLeaguePlace()
    const { commissioner, code } = await company()
    const late = await person()
    expect(await json<League>(await patch(commissioner, `/api/leagues/${code}`, { isLocked: true }))).toMatchObject({
      isLocked: true,
    })
    const refused = await tryToJoin(late, code)
    expect([refused.status, await readCode(refused)]).toEqual([409, 'LEAGUE_LOCKED'])
    await patch(commissioner, `/api/leagues/${code}`, { isLocked: false })
    expect((await tryToJoin(late, code)).status).toBe(201)
  })

  it('truncates a long team name and rejects an empty or offensive one', async () => {
    const { found, person, join, tryToJoin } = createLeaguePlace()
    const { code } = await found(await person())
    for (const [name, refusal] of [
      ['\u200b \n', 'VALIDATION_ERROR'],
      ['', 'VALIDATION_ERROR'],
      ['fuck you', 'NICKNAME_REFUSED'],
    ] as const) {
      const response = await tryToJoin(await person(), code, name)
      expect([name, response.status, await readCode(response)]).toEqual([name, 400, refusal])
    }
    expect((await join(await person(), code, 'x'.repeat(200))).league.seats[0]?.teamName).toBe('x'.repeat(64))
    expect((await join(await person(), code, '🏈🏈')).league.seats[1]?.teamName).toBe('🏈🏈')
  })
})

describe('opening a league', () => {
  it('records the opening of a league once a day', async () => {
    const { company, get, time } = createLeaguePlace()
    const { outsider, code } = await company()
    const opened = async () =>
      (await testEnv().DB.prepare('select opened_at as at from leagues').first<{ at: number }>())!.at
    const first = await opened()
    time.now += DAY_MS - 1
    await get(outsider, code)
    expect(await opened()).toBe(first)
    time.now += 1
    await get(outsider, code)
    expect(await opened()).toBe(time.now)
  })
})
