import { beforeEach, describe, expect, test } from 'vitest'
import { getArmor } from '#shared/domain/armor.ts'
import { statsOf } from '#shared/domain/stats.ts'
import { getTeam } from '#shared/domain/team.ts'
import { render } from '#worker/graphics/engine.ts'
import { encodeWebp } from '#worker/graphics/webp.ts'
import { extensionOf, FORMAT_NAMES } from '#worker/render/formats/format.ts'
import { createTestApp, ORIGIN } from '../../support/app.ts'
import { seedCard } from '../../support/cards.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { portraitBytes } from '../../support/portrait.ts'
import { draw } from '../artist/drawn.ts'

const SIZE = { width: 100, height: 120 }
const blank = (format: 'png' | 'jpeg') =>
  render({ type: 'container', style: { ...SIZE, backgroundColor: '#7090b0' } }, { ...SIZE, format })

/** The IPTC digital source types in a file. Its XMP packet is plain text in every format, so no parser is needed. */
function sourceTypeOf(file: Uint8Array): string[] {
  const text = new TextDecoder('latin1').decode(file)
  const found = text.matchAll(/DigitalSourceType>http:\/\/cv\.iptc\.org\/newscodes\/digitalsourcetype\/(\w+)</g)
  return [...new Set(Array.from(found, (match) => match[1]!))]
}

beforeEach(freshDatabase)

/** A public card drawn around art, and every file there is of it. */
async function filesAround(art: Uint8Array<ArrayBuffer>, type: string): Promise<Map<string, Uint8Array>> {
  const jpeg = await blank('jpeg')
  const webp = await encodeWebp(new Uint8ClampedArray(4 * 10 * 14).fill(255), { width: 10, height: 14, quality: 80 })
  const app = createTestApp({ drawFormat: async (format) => (extensionOf(format) === 'webp' ? webp : jpeg) })
  await testEnv().FILES.put('ai-images/a', art, { httpMetadata: { contentType: type } })
  const order = { cardId: 'c1', generationId: 'g', visitorId: 'v', edition: '1', origin: ORIGIN }
  await app.services.edge.drawCard({
    ...order,
    playerName: 'Ace',
    jerseyNumber: '12',
    team: getTeam('Green Bay Packers')!,
    armor: getArmor('duck')!,
    stats: statsOf(() => 80),
    tier: 'Star',
    artUrl: `${ORIGIN}/storage/fantasy-cards/ai-images/a`,
  })
  await testEnv().DB.exec('delete from generations')
  await seedCard({ id: 'c1' })

  const files = new Map<string, Uint8Array>()
  const paths = [
    '/storage/fantasy-cards/cards/c1/1.jpg',
    ...FORMAT_NAMES.map((format) =>
      format === 'share' ? '/og/c1.jpg' : `/picture/c1.${format}.${extensionOf(format)}`,
    ),
    ...['card', 'back', 'story', 'print'].map((kind) => `/download/c1/${kind}`),
  ]
  for (const path of paths) {
    const first = await app.send(path)
    const response = first.status === 302 ? await app.send(first.headers.get('location')!) : first
    expect(response.status).toBe(200)
    files.set(path, new Uint8Array(await response.arrayBuffer()))
  }
  return files
}

describe('every file of a card says of itself', () => {
  test('that it is a composite without any trained model, when our own artist inked a photo', async () => {
    const { bytes, type } = await draw({}, [portraitBytes()])
    expect(sourceTypeOf(bytes)).toEqual(['composite'])
    for (const [path, file] of await filesAround(bytes, type))
      expect([path, sourceTypeOf(file)]).toEqual([path, ['composite']])
  })

  test('that a trained model had a hand in it, when the art is another engine’s and does not say how it was made', async () => {
    for (const [path, file] of await filesAround(await blank('png'), 'image/png'))
      expect([path, sourceTypeOf(file)]).toEqual([path, ['compositeWithTrainedAlgorithmicMedia']])
  })

  test('that it is an algorithm’s alone, when there was no photo', async () => {
    const { bytes, type } = await draw({}, [])
    for (const [path, file] of await filesAround(bytes, type))
      expect([path, sourceTypeOf(file)]).toEqual([path, ['algorithmicMedia']])
  })
})
