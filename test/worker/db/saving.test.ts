import { beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '#worker/config.ts'
import { getNamelessId } from '#worker/http/visitor.ts'
import { countRows, getCardRow, saveRow, seedCard } from '../../support/cards.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { CARDS, createTables, NOW, RETURNING, type Tables, visitorId } from './tables.ts'

const OWNER = visitorId(1)

let tables: Tables
let imageUrl: string
beforeEach(async () => {
  await freshDatabase()
  tables = createTables()
  imageUrl = await seedCard({
    id: 'mine',
    visibility: 'draft',
    owner: OWNER,
    createdAt: new Date(NOW - 30 * 60_000).toISOString(),
  })
})

const card = (changes: Record<string, unknown> = {}) => ({ ...saveRow(imageUrl), ...changes })

const save = (body: unknown, visitor: string | undefined = OWNER) =>
  tables.post(CARDS, body, { headers: RETURNING, ...(visitor && { visitor }) })
const refusal = (body: unknown, visitor?: string) => tables.refusal(save(body, visitor))

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const PLACE = { ip: '203.0.113.9', agent: FIREFOX }
const saveNameless = (from: { ip?: string; agent?: string } = {}) => tables.post(CARDS, card(), { ...PLACE, ...from })

/** Marks the image as generated from this network and browser. */
async function drawnFrom({ ip, agent }: typeof PLACE) {
  const headers = new Headers({ 'cf-connecting-ip': ip, 'user-agent': agent })
  const place = await getNamelessId(headers, readConfig(testEnv()).visitorSecret)
  await testEnv().DB.prepare('update generations set place = ?').bind(place).run()
}

describe('saving a card to the Hall', () => {
  it('returns 201 and no body for a save that requests no row', async () => {
    const saved = await tables.post(CARDS, card(), { visitor: OWNER })
    expect([saved.status, await saved.text()]).toEqual([201, ''])
    expect(await getCardRow('mine')).toMatchObject({ visibility: 'public', player_name: 'Nova' })
  })

  it('saves a list of one row without votes and user', async () => {
    const { votes, user_id, ...fields } = card()
    expect((await save([fields])).status).toBe(201)
    expect(await getCardRow('mine')).toMatchObject({ votes, user_id, visibility: 'public' })
  })

  it('saves only the columns that are named', async () => {
    const named = (columns: string) => tables.post(`${CARDS}?columns=${columns}`, card(), { visitor: OWNER })
    const needed = 'player_name,jersey_number,team_colors,stats'
    expect(await tables.refusal(named(needed))).toMatchObject({ status: 400, code: '23502' })
    expect(await tables.refusal(named(`${needed},image_url,owner`))).toMatchObject({ status: 403, code: '42501' })
    expect(await getCardRow('mine')).toMatchObject({ visibility: 'draft' })
    // A forged total is ignored when its column is not named.
    const forged = tables.post(`${CARDS}?columns=${needed},image_url`, card({ votes: 999 }), { visitor: OWNER })
    expect((await forged).status).toBe(201)
    expect(await getCardRow('mine')).toMatchObject({ visibility: 'public', votes: 0 })
  })

  it('truncates a nickname and a number that are too long', async () => {
    await save(card({ player_name: 'x'.repeat(10_000), jersey_number: '1234567890' }))
    expect(await getCardRow('mine')).toMatchObject({ player_name: 'x'.repeat(64), jersey_number: '12345678' })
  })

  it('preserves emoji, right-to-left letters and combining marks', async () => {
    const name = 'שלום 🏈 e\u0301'
    const saved = (await (await save(card({ player_name: name }))).json()) as { player_name: string }[]
    expect(saved[0]!.player_name).toBe(name)
  })

  it('accepts stats in the record client’s spelling, and stores the product’s', async () => {
    const stats = { strength: 1, agility: 2, touchdown_power: 3, leadership: 4, accuracy: 5 }
    const path = '/api/db/fantasy-cards/rest/v1/fantasy_football_cards'
    expect((await tables.post(path, card({ stats }), { visitor: OWNER })).status).toBe(201)
    expect(JSON.parse(String((await getCardRow('mine'))!['stats']))).toMatchObject({ touchdownPower: 3 })
  })

  it('saves a card once when fifty saves arrive together', async () => {
    const responses = await Promise.all(Array.from({ length: 50 }, () => save(card())))
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1)
    const refused = await Promise.all(
      responses.filter(({ status }) => status !== 201).map((response) => response.json()),
    )
    expect(new Set(refused.map((body) => (body as { code: string }).code))).toEqual(new Set(['23505']))
    expect(await countRows('fantasy_football_cards')).toBe(1)
  })
})

describe('a retried save', () => {
  const named = (key: string, visitor: string | undefined = OWNER, body: unknown = card()) =>
    tables.post(CARDS, body, { headers: { ...RETURNING, 'idempotency-key': key }, ...(visitor && { visitor }) })

  it('returns the first response for a retried save, and changes nothing', async () => {
    const first = await named('one')
    expect(first.status).toBe(201)
    const [before, result] = [await getCardRow('mine'), await first.json()]
    tables.clock.now += 60_000
    const again = await named('one')
    expect([again.status, await again.json(), await getCardRow('mine')]).toEqual([201, result, before])
    expect(await tables.refusal(named('two'))).toMatchObject({ status: 409, code: '23505' })
    expect(await refusal(card())).toMatchObject({ status: 409, code: '23505' })
  })

  it('counts one save when twenty retries arrive together', async () => {
    const responses = await Promise.all(Array.from({ length: 20 }, () => named('one')))
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 201))
    const saved = await testEnv()
      .DB.prepare(`select count from analytics_days where name = 'card_saved'`)
      .first('count')
    expect(saved).toBe(1)
  })

  it('rejects another visitor’s save with the same idempotency key', async () => {
    expect((await named('one')).status).toBe(201)
    expect(await tables.refusal(named('one', visitorId(2)))).toMatchObject({ status: 403, code: '42501' })
    expect(await tables.refusal(named('one', ''))).toMatchObject({ status: 403, code: '42501' })
  })

  it('ignores a retried save after its maker has unpublished the card', async () => {
    await named('one')
    await testEnv().DB.exec(`update fantasy_football_cards set visibility = 'unlisted'`)
    expect((await named('one')).status).toBe(201)
    expect(await getCardRow('mine')).toMatchObject({ visibility: 'unlisted' })
    expect((await named('two')).status).toBe(201)
    expect(await getCardRow('mine')).toMatchObject({ visibility: 'public' })
    // Only the new key is recognized from now on.
    expect((await named('two')).status).toBe(201)
    expect(await tables.refusal(named('one'))).toMatchObject({ status: 409, code: '23505' })
  })

  it('rejects a malformed idempotency key', async () => {
    for (const key of ['', 'two words', 'k'.repeat(129)])
      expect([key, await tables.refusal(named(key))]).toMatchObject([key, { status: 400, code: 'VALIDATION_ERROR' }])
    expect(await getCardRow('mine')).toMatchObject({ visibility: 'draft' })
  })
})

describe('refused saves', () => {
  it('rejects forged and malformed values, and changes nothing', async () => {
    const before = await getCardRow('mine')
    const { stats } = card()
    for (const [what, changes, status, code] of [
      ['a forged count of votes', { votes: 999 }, 403, '42501'],
      ['a forged owner', { user_id: 'somebody-else' }, 403, '42501'],
      ['an id', { id: 'chosen' }, 403, '42501'],
      ['a time', { created_at: '2020-01-01T00:00:00.000Z' }, 403, '42501'],
      ['a visibility', { visibility: 'public' }, 403, '42501'],
      ['an image that was not generated', { image_url: 'https://cards.example/storage/forged.jpg' }, 403, '42501'],
      ['no image', { image_url: null }, 400, '23502'],
      ['an image that is not text', { image_url: { url: 'x' } }, 400, '23502'],
      ['an unknown team', { team_colors: 'Atlantis Sharks' }, 400, '23514'],
      ['a stat above 100', { stats: { ...stats, strength: 101 } }, 400, '23514'],
      ['a stat that is not an integer', { stats: { ...stats, strength: 70.5 } }, 400, '23514'],
      ['a missing stat', { stats: { strength: 70 } }, 400, '23514'],
      ['an extra stat', { stats: { ...stats, luck: 1 } }, 400, '23514'],
      ['no stats', { stats: null }, 400, '23514'],
      ['a nickname that is not text', { player_name: 7 }, 400, '23514'],
    ] as const)
      expect([what, await refusal(card(changes))]).toMatchObject([what, { status, code }])
    expect(await getCardRow('mine')).toEqual(before)
    expect(await countRows('fantasy_football_cards')).toBe(1)
  })

  it('refuses to save another visitor’s generation', async () => {
    expect(await refusal(card(), visitorId(2))).toMatchObject({ status: 403, code: '42501' })
    expect(await getCardRow('mine')).toMatchObject({ visibility: 'draft' })
  })

  it('refuses to save an image that another card uses', async () => {
    expect((await save(card())).status).toBe(201)
    expect(await refusal(card({ player_name: 'Again' }))).toMatchObject({ status: 409, code: '23505' })
    expect(await getCardRow('mine')).toMatchObject({ player_name: 'Nova' })
  })

  it('refuses to save two cards at once, an upsert or a malformed body', async () => {
    expect(await refusal([card(), card()])).toMatchObject({ status: 403, code: '42501' })
    const upsert = tables.post(`${CARDS}?on_conflict=id`, card(), { visitor: OWNER })
    expect(await tables.refusal(upsert)).toMatchObject({ status: 403, code: '42501' })
    const merge = { visitor: OWNER, headers: { prefer: 'resolution=merge-duplicates' } }
    expect(await tables.refusal(tables.post(CARDS, card(), merge))).toMatchObject({ status: 403, code: '42501' })
    for (const body of ['{"player_name":', '', '7', 'null', '[7]'])
      expect(await refusal(body)).toMatchObject({ status: 400, code: 'PGRST102' })
    expect(await getCardRow('mine')).toMatchObject({ visibility: 'draft' })
  })

  it('rejects a save that requests a hidden column, before anything happens', async () => {
    const response = tables.post(`${CARDS}?select=owner`, card(), { visitor: OWNER, headers: RETURNING })
    expect(await tables.refusal(response)).toMatchObject({ code: '42703' })
    expect(await getCardRow('mine')).toMatchObject({ visibility: 'draft' })
  })

  it('refuses to delete a card', async () => {
    const removal = tables.ask(`${CARDS}?id=eq.mine`, { method: 'DELETE', visitor: OWNER })
    expect(await tables.refusal(removal)).toMatchObject({ status: 403, code: '42501' })
    expect(await countRows('fantasy_football_cards')).toBe(1)
  })
})

describe('a caller without a cookie', () => {
  it('saves a generation of the last hour from the same network and browser family without a cookie', async () => {
    await drawnFrom(PLACE)
    expect((await saveNameless()).status).toBe(201)
  })

  it('refuses to save without a cookie when the generation’s network or browser differs or is unknown', async () => {
    expect(await tables.refusal(saveNameless())).toMatchObject({ status: 403, code: '42501' })
    await drawnFrom(PLACE)
    for (const from of [{ ip: '203.0.113.10' }, { agent: 'curl/8.0' }]) {
      expect(await tables.refusal(saveNameless(from))).toMatchObject({ status: 403, code: '42501' })
      expect(await getCardRow('mine')).toMatchObject({ visibility: 'draft' })
    }
  })

  it('refuses to save an older generation without a cookie', async () => {
    await drawnFrom(PLACE)
    tables.clock.now = NOW + 31 * 60_000
    expect(await tables.refusal(saveNameless())).toMatchObject({ status: 403, code: '42501' })
  })
})
