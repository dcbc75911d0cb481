import { expect } from 'vitest'
import type { CreatedLeague, League } from '#shared/contracts/league.ts'
import { sha256Hex } from '#worker/http/secrets.ts'
import { getCardRow } from '../../support/cards.ts'
import { getVisitorId } from '../../support/app.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { ownedCard } from '../../worker/edge/owned-cards.ts'
import { createPlace, DAY, readAllRows, type Proof, START, findTablesContaining } from './place.ts'

const TEAM = 'Paper Tigers of Tulsa'

/** Creates a league whose only member made two cards for it: an unlisted one in seat 1, and one saved to the Hall. */
async function createLeague() {
  const place = createPlace()
  const { maker, id } = await place.maker('unlisted')
  const commissioner = await place.person()
  const wanted = { name: 'Tulsa Dynasty', season: '2026', team: 'Chicago Bears' }
  const { code } = await (await commissioner.post('/api/leagues', wanted)).json<CreatedLeague>()
  await maker.post(`/api/leagues/${code}/seats`, { teamName: TEAM })
  await ownedCard(id, { id: 'saved', visibility: 'public' })
  for (const card of ['c1', 'saved'])
    await testEnv()
      .DB.prepare('insert into league_cards (card, league) values (?, ?)')
      .bind(card, await sha256Hex(code))
      .run()
  await maker.post(`/api/leagues/${code}/seats/1/card`, { cardId: 'c1' })
  return { ...place, maker, commissioner, code, path: `/api/leagues/${code}` }
}

/** Seats a rival with a card, and starts a duel against it. */
async function startDuel({ app, code, path, maker }: Awaited<ReturnType<typeof createLeague>>) {
  const visitor = app.visitor()
  const id = getVisitorId(await visitor.arrive())
  await visitor.post(`${path}/seats`, { teamName: 'Rivals' })
  await ownedCard(id, { id: 'rival-card', visibility: 'unlisted' })
  await testEnv()
    .DB.prepare('insert into league_cards (card, league) values (?, ?)')
    .bind('rival-card', await sha256Hex(code))
    .run()
  await visitor.post(`${path}/seats/2/card`, { cardId: 'rival-card' })
  await maker.post(`${path}/seats/1/card`, { cardId: 'c1' })
  expect((await maker.post(`${path}/seats/2/duels`, {})).status).toBe(201)
  return { visitor }
}

const namesTeam = async () => (await findTablesContaining(TEAM)).length > 0

export const leagues = {
  'league.why': async () => {
    const { person, maker, path } = await createLeague()
    const seen = await (await (await person()).send(path)).json<League>()
    expect(seen).toMatchObject({ name: 'Tulsa Dynasty', season: '2026', team: 'Chicago Bears', ownSeat: null })
    expect(seen.seats).toMatchObject([{ teamName: TEAM, card: { id: 'c1' } }])
    expect(await (await maker.send(path)).json<League>()).toMatchObject({ ownSeat: 1 })
  },
  'league.howLong': async () => {
    const past = await createLeague()
    await past.commissioner.post(`${past.path}/awards`, { title: 'Luckiest Tiger', seat: 1 })
    await past.commissioner.post(`${past.path}/seats`, { teamName: 'Runners' })
    await past.commissioner.post(`${past.path}/draws`, { after: 0 })
    await past.commissioner.post(`${past.path}/draws/1/start`, {})
    await past.commissioner.post(`${past.path}/seasons`, { season: '2027', after: 0 })
    await past.maker.send(`${past.path}/seats/1`, { method: 'DELETE' })
    expect([await findTablesContaining(TEAM), await findTablesContaining('Luckiest Tiger')]).toEqual([
      ['league_past_seats', 'league_draw_seats'],
      ['league_past_seats'],
    ])
    await past.commissioner.send(past.path, { method: 'DELETE' })
    expect(await namesTeam()).toBe(false)
    await freshDatabase()

    const left = await createLeague()
    await left.maker.send(`${left.path}/seats/1`, { method: 'DELETE' })
    expect(await namesTeam()).toBe(false)
    expect(await getCardRow('c1')).not.toBeNull()

    await left.maker.post(`${left.path}/seats`, { teamName: TEAM })
    const { visitor: rival } = await startDuel(left)
    expect(await findTablesContaining('rival-card')).toContain('league_duels')
    await rival.send(`${left.path}/seats/2`, { method: 'DELETE' })
    expect(await findTablesContaining('rival-card')).not.toContain('league_duels')

    await left.commissioner.send(left.path, { method: 'DELETE' })
    expect([await namesTeam(), (await getCardRow('c1'))?.['visibility']]).toEqual([false, 'unlisted'])
    await freshDatabase()

    const deleted = await createLeague()
    await deleted.commissioner.send(deleted.path, { method: 'DELETE' })
    expect([await namesTeam(), await getCardRow('c1'), (await getCardRow('saved'))?.['visibility']]).toEqual([
      false,
      null,
      'public',
    ])
    expect(await findTablesContaining('Tulsa Dynasty')).toEqual([])
    await freshDatabase()

    const { time, sweep } = await createLeague()
    time.now = START + 400 * DAY - 1
    await sweep()
    expect(await namesTeam()).toBe(true)
    time.now += 1
    await sweep()
    expect([await namesTeam(), await getCardRow('c1')]).toEqual([false, null])
  },
  'league.who': async () => {
    const { app, code, path } = await createLeague()
    const response = await app.visitor().send(path)
    expect([response.status, response.headers.get('x-robots-tag')]).toEqual([200, 'noindex'])
    const otherCode = `${code.startsWith('A') ? 'B' : 'A'}${code.slice(1)}`
    expect((await app.visitor().send(`/api/leagues/${otherCode}`)).status).toBe(404)
    expect(JSON.stringify(await readAllRows())).not.toContain(code)
    for (const list of ['recent', 'new', 'top'])
      expect(await (await app.visitor().send(`/api/cards?list=${list}`)).text()).not.toContain(TEAM)
  },
} satisfies Record<string, Proof>
