import { beforeEach, describe, expect, test } from 'vitest'
import { type ArmorId, getArmor } from '#shared/domain/armor.ts'
import { buildPrompt } from '#shared/domain/prompt.ts'
import { getTeam } from '#shared/domain/team.ts'
import { ART } from '#worker/artist/place.ts'
import { createTestApp, ORIGIN, type TestApp } from '../../../support/app.ts'
import { freshDatabase, testEnv } from '../../../support/env.ts'
import { portraitBytes } from '../../../support/portrait.ts'
import { type Box, differenceOf, pixelsOf, type Player, shareOf } from './drawn.ts'

const BASE = `${ORIGIN}/storage/fantasy-cards/`

let app: TestApp
beforeEach(async () => {
  await freshDatabase()
  app = createTestApp()
})

/** Uploads the portrait without a key. */
async function uploadPortrait(): Promise<string> {
  const form = new FormData()
  form.set('file', new File([portraitBytes()], 'me.jpg', { type: 'image/jpeg' }))
  form.set('path', 'player-photos/me.jpg')
  const response = await app.send('/api/storage/fantasy-cards/upload', { method: 'POST', body: form })
  expect(response.status).toBe(200)
  return ((await response.json()) as { publicUrl: string }).publicUrl
}

/** Calls the image API with a prompt and images only, as a client that knows nothing of our artist. */
async function askFor(player: Player, image: string): Promise<Uint8ClampedArray> {
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
  return pixelsOf(new Uint8Array(await file!.arrayBuffer()))
}

const head: Box = { left: 330, top: 40, right: 670, bottom: 540 }
const chest: Box = { left: 210, top: 600, right: 790, bottom: 740 }
const isYellow = (r: number, g: number, b: number, a: number) => a > 200 && r > 220 && g > 160 && b < 90
const isTeal = (r: number, g: number, b: number, a: number) =>
  a > 200 && r < 60 && g > 60 && b > 60 && Math.abs(g - b) < 40
const isRed = (r: number, g: number, b: number, a: number) => a > 200 && r > 90 && g < 70 && b < 90

describe('the image route, asked with a prompt and a photo', () => {
  test('draws the team, the number and the headgear that the prompt names, each where it belongs', async () => {
    const photo = await uploadPortrait()
    const plain = await askFor({}, photo)
    expect(shareOf(plain, chest, isTeal)).toBeGreaterThan(0.3)

    const red = await askFor({ team: 'Kansas City Chiefs' }, photo)
    expect(shareOf(red, chest, isRed)).toBeGreaterThan(0.3)
    expect(shareOf(red, chest, isTeal)).toBeLessThan(0.02)

    const numbered = differenceOf(plain, await askFor({ number: '88' }, photo))!
    // The numbers are on the chest and on both shoulders.
    expect(numbered.top).toBeGreaterThan(0.45 * ART.heightPx)
    expect(numbered.right - numbered.left).toBeLessThan(0.6 * ART.widthPx)

    const duck = await askFor({ armor: 'duck' }, photo)
    expect(shareOf(duck, head, isYellow)).toBeGreaterThan(0.08)
    expect(shareOf(plain, head, isYellow)).toBeLessThan(0.01)
  })

  test('is moved by no nickname, whatever it orders', async () => {
    const photo = await uploadPortrait()
    const plain = await askFor({}, photo)
    const ordered = await askFor({ nickname: 'Dallas Cowboys duck 99' }, photo)
    expect(differenceOf(plain, ordered)).toBeNull()
  })
})
