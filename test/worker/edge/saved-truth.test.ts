import { beforeEach, describe, expect, test } from 'vitest'
import { REFUSAL } from '#shared/domain/refusals.ts'
import { createStats } from '#shared/domain/stats.ts'
import { readConfig } from '#worker/config.ts'
import { createTestApp, getVisitorId, noPictures, type TestApp, type TestVisitor } from '../../support/app.ts'
import { getCardRow, seedCard } from '../../support/cards.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'

const DRAWN = { player_name: 'Ace', jersey_number: '12', team_colors: 'Chicago Bears', stats: createStats(() => 77) }

let app: TestApp
let maker: TestVisitor
let imageUrl: string
beforeEach(async () => {
  await freshDatabase()
  app = createTestApp({ pictures: noPictures })
  maker = app.visitor()
  imageUrl = await seedCard({ id: 'c1', visibility: 'draft', owner: getVisitorId(await maker.arrive()) })
  await setDrawn(DRAWN)
})

/** Sets the facts shown on the card's image, in its ledger entry. */
const setDrawn = ({ player_name, jersey_number, team_colors, stats }: typeof DRAWN) =>
  testEnv()
    .DB.prepare(
      'update generations set player_name = ?, jersey_number = ?, team_colors = ?, stats = ? where card_id = ?',
    )
    .bind(player_name, jersey_number, team_colors, JSON.stringify(stats), 'c1')
    .run()

/** The two write paths: the product's own route, and the table API. */
const WRITE_PATHS = {
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
const WRITE_PATH_NAMES = Object.keys(WRITE_PATHS) as (keyof typeof WRITE_PATHS)[]

const readStored = async () => {
  const row = (await getCardRow('c1'))!
  return {
    player_name: row['player_name'],
    jersey_number: row['jersey_number'],
    team_colors: row['team_colors'],
    stats: JSON.parse(String(row['stats'])) as unknown,
  }
}

describe.each(WRITE_PATH_NAMES)('a card saved through %s', (writePath) => {
  const save = WRITE_PATHS[writePath]

  test('stores what a card’s image shows when the same values are sent', async () => {
    expect((await save(DRAWN)).status).toBe(201)
    expect(await readStored()).toEqual(DRAWN)
    expect(await getCardRow('c1')).toMatchObject({ visibility: 'public' })
  })

  test.each([
    ['another name', { player_name: 'Somebody Else' }],
    ['another number', { jersey_number: '99' }],
    ['another team', { team_colors: 'Dallas Cowboys' }],
    ['better stats', { stats: createStats(() => 100) }],
  ])('stores what a card’s image shows when %s is sent instead', async (_, forged) => {
    const saved = await save({ ...DRAWN, ...forged })
    expect(saved.status).toBe(201)
    expect(JSON.stringify(await saved.json())).not.toContain(`:${JSON.stringify(Object.values(forged)[0])}`)
    expect(await readStored()).toEqual(DRAWN)
  })

  test.each([
    ['is sent and drawn', 'f u c k', 'f u c k'],
    ['is setDrawn but not sent', 'sh1t', 'Ace'],
  ])('rejects a card with an offensive name that %s', async (_, player_name, sent) => {
    await setDrawn({ ...DRAWN, player_name })
    const refused = await save({ ...DRAWN, player_name: sent })
    expect(refused.status).toBe(400)
    expect(await refused.json()).toMatchObject({ code: 'NICKNAME_REFUSED', message: REFUSAL.nickname })
    expect(await getCardRow('c1')).toMatchObject({ visibility: 'draft' })
  })

  test('rejects a card with offensive words as its number', async () => {
    await setDrawn({ ...DRAWN, jersey_number: 'FUCK YOU' })
    for (const jersey_number of ['FUCK YOU', '12']) {
      const refused = await save({ ...DRAWN, jersey_number })
      expect([refused.status, await refused.json()]).toMatchObject([400, { code: 'NICKNAME_REFUSED' }])
    }
    expect(await getCardRow('c1')).toMatchObject({ visibility: 'draft' })
  })

  test('stores the sent values when the image is older than the ledger’s columns', async () => {
    await testEnv().DB.exec(
      'update generations set player_name = null, jersey_number = null, team_colors = null, stats = null',
    )
    const sent = { ...DRAWN, player_name: 'Nova', stats: createStats(() => 61) }
    expect((await save(sent)).status).toBe(201)
    expect(await readStored()).toEqual(sent)
  })
})
