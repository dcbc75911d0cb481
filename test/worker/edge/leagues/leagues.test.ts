import { beforeEach, describe, expect, it } from 'vitest'
import type { CreatedLeague, JoinedLeague, League, LeagueKeys } from '#shared/contracts/league.ts'
import { isLeagueCode } from '#shared/domain/league.ts'
import { LEAGUE_TABLES } from '#worker/backend/leagues/tables.ts'
import { DAY_MS } from '#shared/time.ts'
import { sha256Hex } from '#worker/http/secrets.ts'
import { ORIGIN } from '../../../support/app.ts'
import { countRows } from '../../../support/cards.ts'
import { chargeNetwork } from '../../../support/charge-network.ts'
import { freshDatabase, testEnv } from '../../../support/env.ts'
import { readCode, createLeaguePlace, json, NEW_LEAGUE, WRONG_CODE } from './league-place.ts'

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

describe('a league’s code', () => {
  const CALLS = [
    ['GET', ''],
    ['PATCH', ''],
    ['DELETE', ''],
    ['GET', '/deletion'],
    ['GET', '/keys'],
    ['POST', '/commissioner'],
    ['POST', '/seats'],
    ['PATCH', '/seats/1'],
    ['DELETE', '/seats/1'],
    ['POST', '/seats/1/card'],
    ['POST', '/seats/1/votes'],
    ['POST', '/awards'],
    ['POST', '/seasons'],
    ['DELETE', '/seasons/1'],
  ] as const

  it('returns 404 to every call with a wrong code, even with keys of a league', async () => {
    const { company, remove } = createLeaguePlace()
    const { commissioner, code, key, keys } = await company()
    await remove(commissioner, `/api/leagues/${code}`)
    const wrong = [WRONG_CODE, code, code.toLowerCase(), `${code}A`, code.slice(1), await sha256Hex(code), '%00', 'x']
    const offenders: unknown[] = []
    for (const [method, path] of CALLS)
      for (const one of wrong) {
        const { status } = await commissioner.send(`/api/leagues/${one}${path}`, {
          method,
          headers: { 'content-type': 'application/json', 'x-league-key': `${key},${keys.first}` },
          ...(method === 'GET' ? {} : { body: '{}' }),
        })
        if (status !== 404) offenders.push([method, one + path, status])
      }
    expect(offenders).toEqual([])
  })

  it('keeps a league’s code out of caches, search engines and lists', async () => {
    const { company, get, app } = createLeaguePlace()
    const { outsider, code } = await company()
    const { headers } = await get(outsider, code)
    expect([headers.get('cache-control'), headers.get('x-robots-tag')]).toEqual(['private, no-store', 'noindex'])
    for (const path of ['/sitemap.xml', '/robots.txt', '/api/cards?list=new', '/hall-of-fame'])
      expect(await (await app.send(path)).text()).not.toContain(code)
    expect((await app.send('/sitemap.xml')).status).toBe(200)
  })

  it('returns 404 for every league table with the public key', async () => {
    const { company, app } = createLeaguePlace()
    await company()
    const { publicKey } = await json<{ publicKey: string }>(await app.send('/api/config'))
    for (const table of Object.keys(LEAGUE_TABLES)) {
      const headers = { apikey: publicKey, authorization: `Bearer ${publicKey}` }
      expect((await app.send(`/rest/v1/${table}?select=*`, { headers })).status).toBe(404)
    }
  })

  it('serves a league’s page with its name, neither cached nor indexed', async () => {
    const { company } = createLeaguePlace()
    const { outsider, code } = await company()
    const page = await outsider.send(`/league/${code}`)
    const html = await page.text()
    expect(page.status).toBe(200)
    expect([page.headers.get('cache-control'), page.headers.get('x-robots-tag')]).toEqual([
      'private, no-store',
      'noindex',
    ])
    expect(html).toContain(`<title>${NEW_LEAGUE.name} | Fantasy Football Cards</title>`)
    expect(html).toMatch(/<meta name="robots" content="noindex"/)
  })

  it('returns 404 for the page of a wrong code', async () => {
    const { person } = createLeaguePlace()
    const page = await (await person()).send(`/league/${WRONG_CODE}`)
    expect([page.status, page.headers.get('cache-control')]).toEqual([404, 'private, no-store'])
    expect(await page.text()).toContain('League not found')
    expect((await (await person()).send('/league')).status).toBe(200)
  })
})

describe('the forms of leagues without scripts', () => {
  const sendForm = (
    visitor: { send(path: string, init: RequestInit): Promise<Response> },
    path: string,
    fields: object,
  ) =>
    visitor.send(path, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: ORIGIN },
      body: new URLSearchParams({ ...fields }).toString(),
    })

  it('creates a league by a form without JavaScript, and redirects to its page', async () => {
    const { person, view } = createLeaguePlace()
    const visitor = await person()
    const response = await sendForm(visitor, '/league', NEW_LEAGUE)
    expect(response.status).toBe(303)
    const code = response.headers.get('location')!.replace('/league/', '')
    expect(await view(visitor, code)).toMatchObject({ ...NEW_LEAGUE, role: 'commissioner' })
  })

  it('renders the page again for a rejected league form', async () => {
    const { person, company } = createLeaguePlace()
    expect((await sendForm(await person(), '/league', { ...NEW_LEAGUE, name: '' })).status).toBe(400)
    const { outsider, code } = await company()
    expect((await sendForm(outsider, `/league/${code}/join`, { teamName: '' })).status).toBe(400)
    expect((await sendForm(outsider, `/league/${WRONG_CODE}/join`, { teamName: 'x' })).status).toBe(404)
  })

  it('joins a league by a form without JavaScript', async () => {
    const { company, view } = createLeaguePlace()
    const { outsider, code } = await company()
    const response = await sendForm(outsider, `/league/${code}/join`, { teamName: 'Paper Tigers' })
    expect([response.status, response.headers.get('location')]).toEqual([303, `/league/${code}`])
    expect(await view(outsider, code)).toMatchObject({ role: 'member', ownSeat: 3 })
  })

  it('rejects league forms from other sites', async () => {
    const { company } = createLeaguePlace()
    const { outsider, code } = await company()
    const response = await outsider.send(`/league/${code}/join`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://evil.example' },
      body: 'teamName=x',
    })
    expect(response.status).toBe(403)
    expect(await countRows('league_seats')).toBe(2)
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
