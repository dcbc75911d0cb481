import { beforeEach, describe, expect, it } from 'vitest'
import type { DuelNow } from '#shared/contracts/league-duels.ts'
import type { League } from '#shared/contracts/league.ts'
import { DUEL_LEAD_MS, DUEL_STEP_MS, DUELS_PER_DAY, verifyDuel } from '#shared/domain/league-duel.ts'
import { LEAGUE_FAILURE } from '#shared/domain/league-words.ts'
import { DAY_MS } from '#shared/time.ts'
import type { Overrides } from '#worker/compose.ts'
import { noPictures, type TestVisitor } from '../../../support/app.ts'
import { countRows } from '../../../support/cards.ts'
import { freshDatabase, testEnv } from '../../../support/env.ts'
import { createLeaguePlace, json, leagueCard, NEW_LEAGUE, START } from './league-place.ts'

beforeEach(freshDatabase)

/** Creates a league with cards in seats 1 and 2, but not in seat 3. */
async function createRoom(overrides: Overrides = {}) {
  const place = createLeaguePlace(overrides)
  const company = await place.company()
  const { commissioner, member, code } = company
  const path = `/api/leagues/${code}`
  await place.join(await place.person(), code, 'Third and Long')
  for (const [one, seat] of [
    [commissioner, 1],
    [member, 2],
  ] as const) {
    await leagueCard(code, one.id, `card-${seat}`)
    await place.attach(one, code, seat, `card-${seat}`)
  }
  const challenge = (seat = 1, by: TestVisitor = member) => by.post(`${path}/seats/${seat}/duels`, {})
  return { ...place, ...company, path, challenge }
}

const readSecrets = () =>
  testEnv().DB.prepare('select seed, rounds from league_duels').first<{ seed: string; rounds: string }>()
const END_MS = DUEL_LEAD_MS + 5 * DUEL_STEP_MS

describe('a duel', () => {
  it('returns only the rounds that are open, and the seed only at the end', async () => {
    const { challenge, path, code, member, commissioner, outsider, view, time } = await createRoom()
    const response = await challenge()
    expect(response.status).toBe(201)
    const { now, duel } = await json<DuelNow>(response)
    expect([now, duel]).toMatchObject([
      START,
      {
        number: 1,
        challenger: { seat: 2, teamName: 'Blitz Kids', cardId: 'card-2' },
        opponent: { seat: 1, teamName: 'Chiefs of Staff', cardId: 'card-1' },
        startsAt: new Date(START + DUEL_LEAD_MS).toISOString(),
        rounds: [],
        seed: null,
      },
    ])
    const { seed, rounds } = (await readSecrets())!
    const count = (JSON.parse(rounds) as unknown[]).length
    for (let open = 0; open <= count; open++)
      for (const at of [open === 0 ? START : START + DUEL_LEAD_MS + (open - 1) * DUEL_STEP_MS, -1]) {
        time.now = at === -1 ? START + DUEL_LEAD_MS + open * DUEL_STEP_MS - 1 : at
        const seen = (await json<DuelNow>(await commissioner.send(`${path}/duels/1`))).duel
        expect([seen.rounds.length, seen.seed]).toEqual([open, open === count ? seed : null])
        expect((await view(member, code)).duels).toEqual([seen])
        for (const address of [path, `/league/${code}`, `/league/${code}/duels/1`])
          expect((await (await member.send(address)).text()).includes(seed)).toBe(open === count)
      }
    const over = (await json<DuelNow>(await member.send(`${path}/duels/1`))).duel
    const stats = { challenger: over.challenger.stats, opponent: over.opponent.stats }
    expect(await verifyDuel({ commitment: duel.commitment, seed, stats, rounds: over.rounds })).toEqual({
      isSeed: true,
      isResult: true,
    })
    expect((await view(outsider, code)).duels).toEqual((await view(member, code)).duels)
  })

  it('starts one duel for repeated requests while it runs', async () => {
    const { challenge, time, commissioner } = await createRoom()
    const numbers = await Promise.all(
      [challenge(), challenge(), challenge()].map(
        async (response) => (await json<DuelNow>(await response)).duel.number,
      ),
    )
    expect([numbers, await countRows('league_duels')]).toEqual([[1, 1, 1], 1])
    expect((await json<DuelNow>(await challenge(2, commissioner))).duel.number).toBe(2)
    time.now += END_MS
    expect((await json<DuelNow>(await challenge())).duel.number).toBe(3)
  })

  it('rejects a duel with a waiting seat, a free seat or the caller’s own', async () => {
    const { challenge } = await createRoom()
    const responses = []
    for (const seat of [3, 9, 2]) responses.push(await challenge(seat))
    expect(responses.map(({ status }) => status)).toEqual([409, 404, 403])
    expect((await json<{ error: string }>(responses[0]!)).error).toBe(LEAGUE_FAILURE.noDuelist)
    expect(await countRows('league_duels')).toBe(0)
  })

  it('limits the number of duels that a member starts in a day', async () => {
    const { challenge, time } = await createRoom()
    time.now = START - (START % DAY_MS) + DAY_MS
    for (let at = 0; at < DUELS_PER_DAY; at++) {
      expect((await challenge()).status).toBe(201)
      time.now += DUEL_LEAD_MS * 4
    }
    expect((await challenge()).status).toBe(429)
    time.now += DAY_MS
    expect((await challenge()).status).toBe(201)
  })

  it('deletes a duel with either of its seats, and with the league', async () => {
    const { challenge, remove, commissioner, path } = await createRoom()
    await challenge()
    const league = await json<League>(await remove(commissioner, `${path}/seats/2`))
    expect([league.duels, await countRows('league_duels')]).toEqual([[], 0])
  })

  it('exports a duel with the accounts of both members, without its secrets', async () => {
    const { app, challenge, signUp } = await createRoom()
    await challenge()
    const { seed } = (await readSecrets())!
    for (const seat of [1, 2]) {
      const { userId, bearer } = await signUp(`seat-${seat}@example.com`)
      await testEnv().DB.prepare('update league_seats set user_id = ? where number = ?').bind(userId, seat).run()
      const text = await (await app.visitor().send('/api/auth/account/export', { headers: bearer })).text()
      expect((JSON.parse(text) as { duels: object[] }).duels).toMatchObject([
        { name: NEW_LEAGUE.name, seat, number: 1, challenger: 2, opponent: 1, challenger_card: 'card-2' },
      ])
      expect([text.includes(seed), text.includes('rounds')]).toEqual([false, false])
    }
  })

  it('starts a duel by a form without JavaScript, and redirects to its page', async () => {
    const { member, code } = await createRoom()
    const response = await member.send(`/league/${code}/seats/1/duels`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://cards.example' },
      body: '',
    })
    expect([response.status, response.headers.get('location')]).toEqual([303, `/league/${code}/duels/1`])
  })
})

describe('the picture of a duel', () => {
  it('serves a duel’s picture to anyone with the link after the last round, within a limit', async () => {
    const drawn: unknown[] = []
    const { challenge, outsider, member, code, time } = await createRoom({
      pictures: { ...noPictures, get: async () => Uint8Array.of(1) },
      drawDuel: async ({ name }, sides) => {
        drawn.push([name, sides.map((side) => [side.name, side.front?.length])])
        return Uint8Array.of(1, 2, 3)
      },
    })
    await challenge()
    const address = `/download/league/${code}/duel/1`
    expect((await outsider.send(address)).status).toBe(409)
    time.now += END_MS
    const response = await outsider.send(address)
    expect([response.status, response.headers.get('content-type'), response.headers.get('cache-control')]).toEqual([
      200,
      'image/jpeg',
      'private, no-store',
    ])
    expect(drawn).toEqual([
      [
        'Sunday Night Gridiron',
        [
          ['Blitz Kids', 1],
          ['Chiefs of Staff', 1],
        ],
      ],
    ])
    expect((await member.send(`/download/league/${code}/duel/2`)).status).toBe(404)
    const statuses = new Set<number>()
    for (let i = 0; i < 45; i++) statuses.add((await outsider.send(address)).status)
    expect([...statuses]).toEqual([200, 429])
  })
})
