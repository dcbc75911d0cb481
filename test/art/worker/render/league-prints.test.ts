import { beforeAll, describe, expect, it } from 'vitest'
import { LEAGUE_PRINTS, type LeaguePrint } from '#shared/domain/league-prints.ts'
import { getTeam } from '#shared/domain/team.ts'
import { render } from '#worker/graphics/engine.ts'
import { readArtMetadata } from '#worker/graphics/metadata/art-metadata.ts'
import { withMetadata } from '#worker/graphics/metadata/metadata.ts'
import { noFonts } from '#worker/graphics/script-fonts.ts'
import { drawLeaguePrint } from '#worker/render/formats/league/draw.ts'
import { getImageSize } from '../../../support/image-size.ts'
import { includesBytes } from '../../../support/pictures.ts'

const LEAGUE = { name: 'Sunday Night Gridiron', season: '2026', colors: getTeam('Green Bay Packers')! }
const MEANS = { site: 'cards.example', loadFont: noFonts }
const CARDS = 7
const RED = '#c03020'

let front: Uint8Array<ArrayBuffer>
/** One of each print. The large poster has a single card, which is enlarged. */
let prints: Readonly<Record<LeaguePrint, Uint8Array<ArrayBuffer>>>

beforeAll(async () => {
  const size = { width: 1000, height: 1400 }
  const scene = { type: 'container', style: { ...size, backgroundColor: RED } } as const
  front = withMetadata(await render(scene, { ...size, format: 'jpeg', quality: 80 }), {
    title: 'Ace',
    source: 'trained',
  })
  const drawn: Partial<Record<LeaguePrint, Uint8Array<ArrayBuffer>>> = {}
  for (const print of Object.keys(LEAGUE_PRINTS) as LeaguePrint[]) {
    const cards = Array.from({ length: print === 'poster-18x24' ? 1 : CARDS }, () => ({ front, back: front }))
    drawn[print] = await drawLeaguePrint(print, LEAGUE, cards, MEANS)
  }
  prints = drawn as typeof prints
})

const latin1 = (bytes: Uint8Array) => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')

/** The resolution (pixels per inch) of each image painted in a PDF, in order. */
function getResolutions(pdf: string): number[] {
  const widths = [...pdf.matchAll(/\/Subtype \/Image \/Width (\d+)/g)].map(([, width]) => Number(width))
  return [...pdf.matchAll(/([\d.]+) 0 0 [\d.]+ [\d.-]+ [\d.-]+ cm \/P(\d+) Do/g)].map(
    ([, points, index]) => widths[Number(index)]! / (Number(points) / 72),
  )
}

describe('league prints', () => {
  it('renders JPEGs of 1200 x 630 and 1080 x 1920 pixels, small enough for chats', () => {
    expect(getImageSize(prints.feed)).toEqual({ width: 1200, height: 630 })
    expect(getImageSize(prints.story)).toEqual({ width: 1080, height: 1920 })
    expect(prints.feed.length).toBeLessThan(300_000)
    expect(prints.story.length).toBeLessThan(600_000)
  })

  it("records the art source in every file's metadata", () => {
    for (const [print, bytes] of Object.entries(prints)) expect(readArtMetadata(bytes).source, print).toBe('trained')
  })

  it('embeds the cards of an A3 poster at 300 dpi or more on an A3 page', () => {
    const pdf = latin1(prints['poster-a3'])
    expect(pdf).toContain('/MediaBox [0 0 841.89 1190.55]')
    const cards = getResolutions(pdf).filter((dpi) => dpi > 200)
    expect(cards).toHaveLength(CARDS)
    expect(Math.min(...cards)).toBeGreaterThan(299)
    expect(includesBytes(prints['poster-a3'], front)).toBe(true)
  })

  it('upscales the single card of an 18 x 24 in poster to 300 dpi', () => {
    const pdf = latin1(prints['poster-18x24'])
    expect(pdf).toContain('/MediaBox [0 0 1296 1728]')
    const strips = getResolutions(pdf).filter((dpi) => dpi > 200)
    expect(strips).toHaveLength(4)
    expect(Math.min(...strips)).toBeGreaterThan(299)
    expect(includesBytes(prints['poster-18x24'], front)).toBe(false)
  })

  it('includes both sides of each card in the card PDFs', () => {
    for (const print of ['cards-a4', 'cards-letter'] as const)
      expect(latin1(prints[print]).split('/Subtype /Image /Width 1000 /Height 1400')).toHaveLength(2 * CARDS + 1)
  })

  it('renders the same poster for the same league', async () => {
    const again = await drawLeaguePrint(
      'feed',
      LEAGUE,
      Array.from({ length: CARDS }, () => ({ front })),
      MEANS,
    )
    expect(again).toEqual(prints.feed)
  })
})
