import { PostgrestClient } from '@supabase/postgrest-js'
import { beforeEach, expect, it } from 'vitest'
import { createClient } from '#shared/client/index.ts'
import { buildPrompt } from '#shared/domain/prompt.ts'
import { getArmor } from '#shared/domain/armor.ts'
import { getTeam } from '#shared/domain/team.ts'
import { createTestApp, ORIGIN } from '../../support/app.ts'
import { config, PROJECT } from '../../support/backend.ts'
import { getCardRow, saveRow } from '../../support/cards.ts'
import { freshDatabase } from '../../support/env.ts'
import { createStubArtist, smallPhoto } from '../../support/stub-artist.ts'

let fetchApp: typeof fetch
beforeEach(async () => {
  await freshDatabase()
  const app = createTestApp(createStubArtist().overrides)
  // An API client on another host, which keeps no cookies.
  fetchApp = async (input, init) => {
    const request = new Request(input, init)
    const path = request.url.slice(ORIGIN.length)
    const body = request.body === null ? undefined : await request.arrayBuffer()
    return app.send(path, { method: request.method, headers: request.headers, ...(body && { body }) })
  }
})

const backend = () => createClient({ projectId: PROJECT, key: config().publicKey, coreUrl: ORIGIN, fetch: fetchApp })

async function makeArt(): Promise<string> {
  const client = backend()
  const photo = new File([await smallPhoto()], 'me.jpg', { type: 'image/jpeg' })
  const { publicUrl } = await client.storage.upload(photo, `player-photos/${Date.now()}.jpg`, { upsert: true })
  const team = getTeam('Chicago Bears')!
  const prompt = buildPrompt({ nickname: 'Nova', number: '7', team, armor: getArmor('none')! })
  const { data } = await client.ai.modifyImage({ images: [publicUrl], prompt })
  return data[0]!.url
}

const picture = async (address: unknown) => {
  const response = await fetchApp(String(address))
  return [response.status, response.headers.get('content-type')]
}

it('saves a card by upload, edit and insert with the client SDK', async () => {
  const url = await makeArt()
  const [row] = await backend().rest('fantasy_football_cards').insert(saveRow(url), { returning: true })
  expect(row).toMatchObject({ player_name: 'Nova', team_colors: 'Chicago Bears', votes: 0, user_id: 'anonymous' })
  expect(row!['image_url']).toMatch(`${ORIGIN}/storage/${PROJECT}/cards/${row!['id'] as string}/`)
  expect(await picture(row!['image_url'])).toEqual([200, 'image/jpeg'])
  expect(await getCardRow(row!['id'] as string)).toMatchObject({ visibility: 'public', consent: 'api', face_found: 1 })
})

it('saves a card by upload, edit and insert with postgrest-js', async () => {
  const url = await makeArt()
  const { publicKey } = config()
  const client = new PostgrestClient(`${ORIGIN}/rest/v1`, {
    headers: { apikey: publicKey, authorization: `Bearer ${publicKey}` },
    fetch: fetchApp,
  })
  const cards = () => client.from('fantasy_football_cards')
  const { data, error, status } = await cards().insert(saveRow(url)).select().single()
  expect([error, status]).toEqual([null, 201])
  expect(await picture(data.image_url)).toEqual([200, 'image/jpeg'])
  expect((await cards().select('*').eq('id', data.id)).data).toEqual([data])
  const again = await cards().insert(saveRow(url)).select()
  expect([again.status, again.error?.code]).toEqual([409, '23505'])
  const elsewhere = await cards().insert(saveRow('https://elsewhere.example/art.png')).select()
  expect([elsewhere.status, elsewhere.error?.code]).toEqual([403, '42501'])
})
