import { beforeEach, describe, expect, it } from 'vitest'
import { getArmor } from '#shared/domain/armor.ts'
import { buildPrompt } from '#shared/domain/prompt.ts'
import { statsOf } from '#shared/domain/stats.ts'
import { getTeam } from '#shared/domain/team.ts'
import { createArtist } from '#worker/artist/index.ts'
import { render } from '#worker/graphics/engine.ts'
import { extensionOf, FORMAT_NAMES } from '#worker/render/formats/format.ts'
import { createTestApp, ORIGIN } from '../../support/app.ts'
import { seedCard } from '../../support/cards.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { artOf, createStubArtist, drawSmall } from '../../support/stub-artist.ts'

const PROMPT = buildPrompt({
  nickname: 'Ace',
  number: '12',
  team: getTeam('Green Bay Packers')!,
  armor: getArmor('duck')!,
})

/** The IPTC digital source types in a file. Its XMP packet is plain text in every format, so no parser is needed. */
function sourceTypeOf(file: Uint8Array): string[] {
  const text = new TextDecoder('latin1').decode(file)
  const found = text.matchAll(/DigitalSourceType>http:\/\/cv\.iptc\.org\/newscodes\/digitalsourcetype\/(\w+)</g)
  return [...new Set(Array.from(found, (match) => match[1]!))]
}

beforeEach(freshDatabase)

/** Draws a public card around art, and returns every file there is of it. */
async function filesAround(art: Uint8Array<ArrayBuffer>, type: string): Promise<Map<string, Uint8Array>> {
  const { renderCard } = createStubArtist().overrides
  const app = createTestApp({ renderCard, drawFormat: drawSmall })
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

/** The digital source types that the files of a card name, each once. */
const sourceTypesAround = async (art: Uint8Array<ArrayBuffer>, type = 'image/webp') => {
  const files = [...(await filesAround(art, type)).values()]
  return [...new Set(files.map((file) => sourceTypeOf(file).join() || 'none'))]
}

describe('every file of a card', () => {
  it('says that it is a composite without any trained model when our own artist inked a photo', async () => {
    expect(await sourceTypesAround(await artOf({ source: 'computed', finish: 'ink', notices: [] }))).toEqual([
      'composite',
    ])
  })

  it('says that a trained model had a hand in it when the art is silent about how it was made', async () => {
    const size = { width: 100, height: 120 }
    const silent = await render(
      { type: 'container', style: { ...size, backgroundColor: '#7090b0' } },
      { ...size, format: 'png' },
    )
    expect(await sourceTypesAround(Uint8Array.from(silent), 'image/png')).toEqual([
      'compositeWithTrainedAlgorithmicMedia',
    ])
  })

  it('says that it is an algorithm’s alone when our own artist drew without a photo', async () => {
    const { bytes, type } = await createArtist().draw({ prompt: PROMPT, photos: [] })
    expect(await sourceTypesAround(bytes, type)).toEqual(['algorithmicMedia'])
  })
})
