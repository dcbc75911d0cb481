import { beforeEach, describe, expect, test } from 'vitest'
import { REFUSAL } from '#shared/domain/messages.ts'
import { statsOf } from '#shared/domain/stats.ts'
import { readConfig } from '#worker/config.ts'
import { createTestApp, idOf, noPictures, type TestApp, type TestVisitor } from '../../support/app.ts'
import { rowOf, seedCard } from '../../support/cards.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'

const DRAWN = { player_name: 'Ace', jersey_number: '12', team_colors: 'Chicago Bears', stats: statsOf(() => 77) }

let app: TestApp
let maker: TestVisitor
let imageUrl: string
beforeEach(async () => {
  await freshDatabase()
  app = createTestApp({ pictures: noPictures })
  maker = app.visitor()
  imageUrl = await seedCard({ id: 'c1', visibility: 'draft', owner: idOf(await maker.arrive()) })
  await drawn(DRAWN)
})

/** The facts on the card's picture, by its entry in the ledger. */
const drawn = ({ player_name, jersey_number, team_colors, stats }: typeof DRAWN) =>
  testEnv()
    .DB.prepare(
      'update generations set player_name = ?, jersey_number = ?, team_colors = ?, stats = ? where card_id = ?',
    )
    .bind(player_name, jersey_number, team_colors, JSON.stringify(stats), 'c1')
    .run()

/** The two doors: the product's own, and the table itself. */
const DOORS = {
  'the product': (card: typeof DRAWN) =>
    maker.post('/api/cards', {
      playerName: card.player_name,
      jerseyNumber: card.jersey_number,
      teamColors: card.team_colors,
      imageUrl,
      stats: card.stats,
    }),
  'the table': (card: typeof DRAWN) => {
    const { publicKey } = readConfig(testEnv())
    const headers = { apikey: publicKey, authorization: `Bearer ${publicKey}`, prefer: 'return=representation' }
    return maker.post(
      '/rest/v1/fantasy_football_cards',
      { ...card, image_url: imageUrl, user_id: 'anonymous', votes: 0 },
      headers,
    )
  },
}
const DOOR_NAMES = Object.keys(DOORS) as (keyof typeof DOORS)[]

const kept = async () => {
  const row = (await rowOf('c1'))!
  return {
    player_name: row['player_name'],
    jersey_number: row['jersey_number'],
    team_colors: row['team_colors'],
    stats: JSON.parse(String(row['stats'])) as unknown,
  }
}

describe.each(DOOR_NAMES)('a card saved by %s', (door) => {
  const save = DOORS[door]

  test('says what its picture shows when that is what is sent', async () => {
    expect((await save(DRAWN)).status).toBe(201)
    expect(await kept()).toEqual(DRAWN)
    expect(await rowOf('c1')).toMatchObject({ visibility: 'public' })
  })

  test.each([
    ['another name', { player_name: 'Somebody Else' }],
    ['another number', { jersey_number: '99' }],
    ['another team', { team_colors: 'Dallas Cowboys' }],
    ['better stats', { stats: statsOf(() => 100) }],
  ])('says what its picture shows when %s is sent beside it', async (_, forged) => {
    const saved = await save({ ...DRAWN, ...forged })
    expect(saved.status).toBe(201)
    expect(JSON.stringify(await saved.json())).not.toContain(`:${JSON.stringify(Object.values(forged)[0])}`)
    expect(await kept()).toEqual(DRAWN)
  })

  test.each([
    ['is sent, and drawn', 'f u c k', 'f u c k'],
    ['is drawn, whatever is sent', 'sh1t', 'Ace'],
  ])('is refused with an offensive name that %s', async (_, player_name, sent) => {
    await drawn({ ...DRAWN, player_name })
    const refused = await save({ ...DRAWN, player_name: sent })
    expect(refused.status).toBe(400)
    expect(await refused.json()).toMatchObject({ code: 'NICKNAME_REFUSED', message: REFUSAL.nickname })
    expect(await rowOf('c1')).toMatchObject({ visibility: 'draft' })
  })

  test('is refused with offensive words for a number', async () => {
    await drawn({ ...DRAWN, jersey_number: 'FUCK YOU' })
    for (const jersey_number of ['FUCK YOU', '12']) {
      const refused = await save({ ...DRAWN, jersey_number })
      expect([refused.status, await refused.json()]).toMatchObject([400, { code: 'NICKNAME_REFUSED' }])
    }
    expect(await rowOf('c1')).toMatchObject({ visibility: 'draft' })
  })

  test('is what was sent when its picture is from before the ledger knew', async () => {
    await testEnv().DB.exec(
      'update generations set player_name = null, jersey_number = null, team_colors = null, stats = null',
    )
    const sent = { ...DRAWN, player_name: 'Nova', stats: statsOf(() => 61) }
    expect((await save(sent)).status).toBe(201)
    expect(await kept()).toEqual(sent)
  })
})
