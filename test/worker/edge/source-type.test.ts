import { beforeEach, describe, expect, it } from 'vitest'
import { getArmor } from '#shared/domain/armor.ts'
import { buildPrompt } from '#shared/domain/prompt.ts'
import { createStats } from '#shared/domain/stats.ts'
import { getTeam } from '#shared/domain/team.ts'
import { createArtist } from '#worker/artist/index.ts'
import { render } from '#worker/graphics/engine.ts'
import { FORMAT_NAMES, getExtension } from '#worker/render/formats/format.ts'
import { createTestApp, ORIGIN } from '../../support/app.ts'
import { seedCard } from '../../support/cards.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { createArt, createStubArtist, drawSmall } from '../../support/stub-artist.ts'

const PROMPT = buildPrompt({
  nickname: 'Ace',
  number: '12',
  team: getTeam('Green Bay Packers')!,
  armor: getArmor('duck')!,
})

/**
 * Returns the IPTC digital source types in a file. Its XMP packet is plain text in every format, so no parser is
 * needed.
 */
function readSourceTypes(file: Uint8Array): string[] {
  const text = new TextDecoder('latin1').decode(file)
  const found = text.matchAll(/DigitalSourceType>http:\/\/cv\.iptc\.org\/newscodes\/digitalsourcetype\/(\w+)</g)
  return [...new Set(Array.from(found, (match) => match[1]!))]
}

beforeEach(freshDatabase)

/** Draws a public card around art, and returns every derived file. */
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
    stats: createStats(() => 80),
    tier: 'Star',
    artUrl: `${ORIGIN}/storage/fantasy-cards/ai-images/a`,
  })
  await testEnv().DB.exec('delete from generations')
  await seedCard({ id: 'c1' })

  const files = new Map<string, Uint8Array>()
  const paths = [
    '/storage/fantasy-cards/cards/c1/1.jpg',
    ...FORMAT_NAMES.map((format) =>
      format === 'share' ? '/og/c1.jpg' : `/picture/c1.${format}.${getExtension(format)}`,
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

/** Returns the distinct digital source types in the files of a card. */
const sourceTypesAround = async (art: Uint8Array<ArrayBuffer>, type = 'image/webp') => {
  const files = [...(await filesAround(art, type)).values()]
  return [...new Set(files.map((file) => readSourceTypes(file).join() || 'none'))]
}

describe('the digital source type of a card’s files', () => {
  it('labels a photo inked by the built-in artist as a composite, without a trained model', async () => {
    expect(await sourceTypesAround(await createArt({ source: 'computed', finish: 'ink', notices: [] }))).toEqual([
      'composite',
    ])
  })

  it('labels art as made by a trained model when its metadata has no source type', async () => {
    const size = { width: 100, height: 120 }
    const silent = await render(
      { type: 'container', style: { ...size, backgroundColor: '#7090b0' } },
      { ...size, format: 'png' },
    )
    expect(await sourceTypesAround(Uint8Array.from(silent), 'image/png')).toEqual([
      'compositeWithTrainedAlgorithmicMedia',
    ])
  })

  it('labels art drawn without a photo as purely algorithmic', async () => {
    const { bytes, type } = await createArtist().draw({ prompt: PROMPT, photos: [] })
    expect(await sourceTypesAround(bytes, type)).toEqual(['algorithmicMedia'])
  })
})
