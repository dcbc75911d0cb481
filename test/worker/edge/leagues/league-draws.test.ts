import { beforeEach, describe, expect, it } from 'vitest'
import type { DrawNow, LeagueDraw } from '#shared/contracts/league-draws.ts'
import type { League, LeagueDeletion } from '#shared/contracts/league.ts'
import { DRAW_LEAD_MS, DRAW_STEP_MS, DRAWS_PER_SEASON, verifyDraw } from '#shared/domain/league-draw.ts'
import { LEAGUE_FAILURE } from '#shared/domain/league-words.ts'
import { countRows } from '../../../support/cards.ts'
import { freshDatabase, testEnv } from '../../../support/env.ts'
import { createLeaguePlace, json, leagueCard, START } from './league-place.ts'

beforeEach(freshDatabase)

/** Creates a league with three seats and a card in the second. */
async function createRoom() {
  const place = createLeaguePlace()
  const company = await place.company()
  const { commissioner, member, code } = company
  const path = `/api/leagues/${code}`
  await place.join(await place.person(), code, 'Third and Long')
  await leagueCard(code, member.id, 'card-2')
  await place.attach(member, code, 2, 'card-2')
  const prepare = (after = 0) => commissioner.post(`${path}/draws`, { after })
  const start = (number = 1) => commissioner.post(`${path}/draws/${number}/start`, {})
  const read = async (number = 1) => (await json<DrawNow>(await commissioner.send(`${path}/draws/${number}`))).draw
  return {
    ...place,
    ...company,
    path,
    prepare,
    start,
    read,
    /** Runs a draw from its preparation to its last reveal. */
    async run(after = 0) {
      expect((await prepare(after)).status).toBe(200)
      expect((await start(after + 1)).status).toBe(200)
      place.time.now += DRAW_LEAD_MS + DRAW_STEP_MS * 2
      return read(after + 1)
    },
  }
}

const getSeed = async (number = 1) =>
  (await testEnv().DB.prepare('select seed from league_draws where number = ?').bind(number).first<string>('seed'))!
const getSeats = ({ picks }: LeagueDraw) => picks.map(({ seat }) => seat)

describe('the commitment', () => {
  it('shows the hash of the seed and the seats to every member before the draw', async () => {
    const { prepare, view, member, outsider, code } = await createRoom()
    const { draws, version } = await json<League>(await prepare())
    expect(draws).toEqual([
      {
        number: 1,
        commitment: expect.stringMatching(/^[0-9a-f]{64}$/),
        preparedAt: new Date(START).toISOString(),
        startsAt: null,
        stepMs: DRAW_STEP_MS,
        seats: [
          { number: 1, teamName: 'Chiefs of Staff', cardId: null },
          { number: 2, teamName: 'Blitz Kids', cardId: 'card-2' },
          { number: 3, teamName: 'Third and Long', cardId: null },
        ],
        picks: [],
        seed: null,
      },
    ])
    expect(await view(member, code)).toMatchObject({ draws, version })
    expect((await view(outsider, code)).draws).toEqual(draws)
  })

  it('keeps the commitment when a draw is prepared again, and replaces it after the seats change', async () => {
    const { prepare, patch, commissioner, path } = await createRoom()
    const leagues = await Promise.all(
      [prepare(), prepare(), prepare()].map(async (response) => json<League>(await response)),
    )
    const commitments = new Set(leagues.map(({ draws }) => draws[0]?.commitment))
    expect([commitments.size, await countRows('league_draws')]).toEqual([1, 1])
    await patch(commissioner, `${path}/seats/1`, { teamName: 'Renamed' })
    const { draws } = await json<League>(await prepare())
    expect(draws).toMatchObject([{ number: 1, seats: [{ teamName: 'Renamed' }, {}, {}] }])
    expect(commitments.has(draws[0]?.commitment)).toBe(false)
  })

  it('rejects a draw in a league with one seat', async () => {
    const { person, found, join } = await createRoom()
    const lonely = await person()
    const { code } = await found(lonely)
    await join(lonely, code)
    const response = await lonely.post(`/api/leagues/${code}/draws`, { after: 0 })
    expect([response.status, (await json<{ error: string }>(response)).error]).toEqual([
      409,
      LEAGUE_FAILURE.tooFewToDraw,
    ])
  })
})

describe('the draw', () => {
  it.each(['in the running season', 'in a season that closes meanwhile'])(
    'shows %s only the picks that are open, and the seed only at the end',
    async (season) => {
      const { prepare, start, path, member, commissioner, code, time } = await createRoom()
      const { commitment } = (await json<League>(await prepare())).draws[0]!
      const seed = await getSeed()
      await start()
      if (season !== 'in the running season') await commissioner.post(`${path}/seasons`, { season: '2027', after: 0 })
      const startsAt = START + DRAW_LEAD_MS
      /** Reads everything that the API and the page return to the most privileged callers. */
      const readAll = async () => {
        const texts = []
        for (const visitor of [member, commissioner])
          for (const address of [
            path,
            `${path}/draws/1`,
            `${path}/deletion`,
            `/league/${code}`,
            `/league/${code}/draws/1`,
          ])
            texts.push(await (await visitor.send(address)).text())
        return texts.join()
      }
      const seen: unknown[] = []
      for (const at of [-DRAW_LEAD_MS, -1, 0, DRAW_STEP_MS - 1, DRAW_STEP_MS, 2 * DRAW_STEP_MS - 1, 2 * DRAW_STEP_MS]) {
        time.now = startsAt + at
        const { now, draw } = await json<DrawNow>(await member.send(`${path}/draws/1`))
        expect([now, draw.startsAt]).toEqual([time.now, new Date(startsAt).toISOString()])
        const league = await json<League>(await member.send(path))
        expect([...league.draws, ...league.seasons.flatMap(({ draws }) => draws)]).toEqual([draw])
        const text = await readAll()
        seen.push([
          draw.picks.map(({ pick }) => pick),
          draw.seed === seed,
          text.includes(seed),
          text.includes('"seat":'),
        ])
      }
      expect(seen).toEqual([
        [[], false, false, false],
        [[], false, false, false],
        [[3], false, false, true],
        [[3], false, false, true],
        [[3, 2], false, false, true],
        [[3, 2], false, false, true],
        [[3, 2, 1], true, true, true],
      ])
      const { picks, seats } = (await json<DrawNow>(await member.send(`${path}/draws/1`))).draw
      const order = picks.map(({ seat }) => seat).toReversed()
      const proof = { commitment, seed, seats: seats.map(({ number }) => number), order }
      expect(await verifyDraw(proof)).toEqual({ isSeed: true, isOrder: true })
    },
  )

  it('starts a draw once for concurrent requests', async () => {
    const { prepare, start, read, time } = await createRoom()
    await prepare()
    const leagues = await Promise.all([start(), start(), start()].map(async (response) => json<League>(await response)))
    time.now += 3000
    const { startsAt } = await read()
    expect(startsAt).not.toBeNull()
    expect(new Set([...leagues.map(({ draws }) => draws[0]?.startsAt), startsAt]).size).toBe(1)
    expect((await json<League>(await start())).draws[0]?.startsAt).toBe(startsAt)
  })

  it('draws the seats it was prepared with, even after members leave, join or rename', async () => {
    const { prepare, start, read, remove, patch, join, person, commissioner, code, path, time } = await createRoom()
    await prepare()
    await start()
    const { seats } = await read()
    await remove(commissioner, `${path}/seats/2`)
    await patch(commissioner, `${path}/seats/3`, { teamName: 'Renamed' })
    await join(await person(), code, 'Newcomer')
    time.now += DRAW_LEAD_MS + 2 * DRAW_STEP_MS
    const draw = await read()
    expect(draw.seats).toEqual(seats.map((seat) => ({ ...seat, cardId: null })))
    expect(getSeats(draw).toSorted()).toEqual([1, 2, 3])
  })

  it('repeats a draw only with a new commitment, and keeps earlier draws listed', async () => {
    const { run, prepare, start, view, member, code } = await createRoom()
    const first = await run()
    await prepare(1)
    await start(2)
    const early = await prepare(2)
    expect([early.status, (await json<{ error: string }>(early)).error]).toEqual([409, LEAGUE_FAILURE.drawRunning])
    const { draws } = await view(member, code)
    expect(draws.map(({ number }) => number)).toEqual([2, 1])
    expect(draws[1]).toEqual(first)
    expect(draws[0]?.commitment).not.toBe(first.commitment)
  })

  it('limits the draws of a season, until the next one begins', async () => {
    const { run, prepare, commissioner, path } = await createRoom()
    for (let after = 0; after < DRAWS_PER_SEASON; after++) await run(after)
    const beyond = await prepare(DRAWS_PER_SEASON)
    expect([beyond.status, (await json<{ error: string }>(beyond)).error]).toEqual([409, LEAGUE_FAILURE.tooManyDraws])
    await commissioner.post(`${path}/seasons`, { season: '2027', after: 0 })
    const { draws, seasons } = await json<League>(await prepare(DRAWS_PER_SEASON))
    expect([draws.length, seasons[0]?.draws.length]).toEqual([1, DRAWS_PER_SEASON])
  })

  it('returns 404 for an unknown draw', async () => {
    const { start, member, path } = await createRoom()
    const responses = [await start(1), await member.send(`${path}/draws/1`), await member.send(`${path}/draws/one`)]
    expect(responses.map(({ status }) => status)).toEqual([404, 404, 404])
  })

  it('draws and shows an order without JavaScript', async () => {
    const { commissioner, member, code, time, read } = await createRoom()
    const submit = (path: string, fields: Record<string, string>) =>
      commissioner.send(path, {
        method: 'POST',
        redirect: 'manual',
        headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://cards.example' },
        body: new URLSearchParams(fields).toString(),
      })
    const responses = [
      await submit(`/league/${code}/draws`, { after: 'x' }),
      await submit(`/league/${code}/draws`, { after: '0' }),
      await submit(`/league/${code}/draws/1/start`, {}),
    ]
    expect(responses.map(({ status, headers }) => [status, headers.get('location')])).toEqual([
      [400, null],
      [303, `/league/${code}`],
      [303, `/league/${code}`],
    ])
    time.now += DRAW_LEAD_MS + 2 * DRAW_STEP_MS
    const { seed } = await read()
    expect(await (await member.send(`/league/${code}/draws/1`)).text()).toContain(seed)
  })
})

describe('the end of a draw', () => {
  it('deletes the draws of a deleted league, and lists them in the confirmation', async () => {
    const { run, commissioner, path, remove } = await createRoom()
    await run()
    const deletion = await json<LeagueDeletion>(await commissioner.send(`${path}/deletion`))
    expect(deletion.draws).toBe(1)
    await remove(commissioner, path)
    for (const table of ['league_draws', 'league_draw_seats'])
      expect([table, await countRows(table)]).toEqual([table, 0])
  })

  it('deletes the draws of a deleted past season', async () => {
    const { run, commissioner, path, remove } = await createRoom()
    await run()
    await commissioner.post(`${path}/seasons`, { season: '2027', after: 0 })
    await remove(commissioner, `${path}/seasons/1`)
    expect([await countRows('league_draws'), await countRows('league_draw_seats')]).toEqual([0, 0])
  })

  it('removes a deleted account’s name from a draw that can still be verified', async () => {
    const { prepare, start, read, signUp, app, time, commissioner, path, remove } = await createRoom()
    const { bearer } = await signUp('ann@example.com')
    const ann = app.visitor()
    await ann.arrive()
    await ann.post(`${path}/seats`, { teamName: 'Annihilators' }, bearer)
    await prepare()
    await start()
    const exported = await json<{ draws: object[] }>(await ann.send('/api/auth/account/export', { headers: bearer }))
    expect(exported.draws).toMatchObject([{ name: 'Sunday Night Gridiron', seat: 4, team_name: 'Annihilators' }])
    await remove(ann, '/api/auth/account', bearer)
    time.now += DRAW_LEAD_MS + 3 * DRAW_STEP_MS
    const { seats, commitment, seed, ...draw } = await read()
    expect(seats[3]).toEqual({ number: 4, teamName: null, cardId: null })
    expect(await (await commissioner.send(path)).text()).not.toContain('Annihilators')
    const order = getSeats({ ...draw, seats, commitment, seed }).toReversed()
    expect(await verifyDraw({ commitment, seed: seed!, seats: [1, 2, 3, 4], order })).toEqual({
      isSeed: true,
      isOrder: true,
    })
  })
})
