import { beforeAll, expect, it } from 'vitest'
import { getTeam } from '#shared/domain/team.ts'
import { render } from '#worker/graphics/engine.ts'
import { readArtMetadata } from '#worker/graphics/metadata/art-metadata.ts'
import { withMetadata } from '#worker/graphics/metadata/metadata.ts'
import { noFonts } from '#worker/graphics/script-fonts.ts'
import { drawDuel } from '#worker/render/formats/league/duel.ts'
import { getImageSize } from '../../../support/image-size.ts'

const LEAGUE = { name: 'Sunday Night Gridiron', season: '2026', colors: getTeam('Green Bay Packers')! }
const MEANS = { site: 'cards.example', loadFont: noFonts }

let front: Uint8Array<ArrayBuffer>

beforeAll(async () => {
  const size = { width: 500, height: 700 }
  const scene = { type: 'container', style: { ...size, backgroundColor: '#c03020' } } as const
  front = withMetadata(await render(scene, { ...size, format: 'jpeg', quality: 80 }), {
    title: 'Ace',
    source: 'trained',
  })
})

it('draws the result of a duel as a JPEG of 1200 x 630 pixels, also when a card is gone', async () => {
  const sides = [
    { name: 'Blitz Kids', score: 3, front },
    { name: 'Fumble Bees of Saskatchewan and Manitoba', score: 1, front: null },
  ] as const
  const picture = await drawDuel(LEAGUE, sides, MEANS)
  expect(getImageSize(picture)).toEqual({ width: 1200, height: 630 })
  expect(picture.length).toBeLessThan(300_000)
  expect(readArtMetadata(picture).source).toBe('trained')
  expect(await drawDuel(LEAGUE, sides, MEANS)).toEqual(picture)
})
