import { beforeEach, expect, test } from 'vitest'
import { type ArmorId, getArmor } from '#shared/domain/armor.ts'
import { buildPrompt } from '#shared/domain/prompt.ts'
import { getTeam } from '#shared/domain/team.ts'
import { cleanPhoto } from '#worker/photo/clean-photo.ts'
import { createTestApp, ORIGIN, type TestApp } from '../../../support/app.ts'
import { freshDatabase, testEnv } from '../../../support/env.ts'
import { portraitBytes } from '../../../support/portrait.ts'
import { type Box, draw, findDifference, measureShare, type Player, readPixels } from './drawn.ts'

const BASE = `${ORIGIN}/storage/fantasy-cards/`

let app: TestApp
beforeEach(async () => {
  await freshDatabase()
  app = createTestApp()
})

/** Uploads the portrait without an API key. */
async function uploadPortrait(): Promise<string> {
  const form = new FormData()
  form.set('file', new File([portraitBytes()], 'me.jpg', { type: 'image/jpeg' }))
  form.set('path', 'player-photos/me.jpg')
  const response = await app.send('/api/storage/fantasy-cards/upload', { method: 'POST', body: form })
  expect(response.status).toBe(200)
  return ((await response.json()) as { publicUrl: string }).publicUrl
}

/** Calls the image API with only a prompt and images, like a client that does not know our artist. */
async function generateImage(player: Player, image: string): Promise<Uint8ClampedArray> {
  const { nickname = 'Ace', number = '12', team = 'Miami Dolphins', armor = 'none' } = player
  const prompt = buildPrompt({ nickname, number, team: getTeam(team)!, armor: getArmor(armor as ArmorId)! })
  const response = await app.send('/api/ai/fantasy-cards/image', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ prompt, images: [image] }),
  })
  expect(response.status).toBe(200)
  const { data } = (await response.json()) as { data: { url: string }[] }
  const file = await testEnv().FILES.get(data[0]!.url.slice(BASE.length))
  return readPixels(new Uint8Array(await file!.arrayBuffer()))
}

const head: Box = { left: 330, top: 40, right: 670, bottom: 540 }
const isYellow = (r: number, g: number, b: number, a: number) => a > 200 && r > 220 && g > 160 && b < 90
test("draws the prompt's team, number and headgear and the photo's face on the image route, whatever the nickname says", async () => {
  const photo = await uploadPortrait()
  const player: Player = { nickname: 'Dallas Cowboys halo 99', number: '88', team: 'Kansas City Chiefs', armor: 'duck' }
  const pixels = await generateImage(player, photo)
  expect(measureShare(pixels, head, isYellow)).toBeGreaterThan(0.08)
  const { bytes } = await draw({ ...player, nickname: 'Ace' }, [await cleanPhoto(portraitBytes())])
  expect(findDifference(pixels, await readPixels(bytes))).toBeNull()
})
