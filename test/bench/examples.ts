/**
 * `node test/bench/examples.ts`: draws the example cards of the first screen from synthetic faces into
 * `web/public/examples`, with the product's artist and renderer. Run it after a change to either one or to the faces.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import sharp from 'sharp'
import { EXAMPLE_WIDTHS, exampleAddress, EXAMPLES, getExampleTier } from '#shared/domain/examples.ts'
import type { PoseId } from '#shared/domain/pose.ts'
import { type FaceName, faceBytes } from '../support/faces.ts'
import '../support/node-hooks.ts'

const { renderCard } = await import('#worker/render/card/card.ts')
const { drawSampleArt, toCardPicture } = await import('./samples.ts')

const FACES_OF: Readonly<Record<string, FaceName>> = {
  'big-dad-energy': 'bald-beard',
  'nacho-joe': 'thick-glasses',
  'sunday-maya': 'brown-skin-long-hair',
}
const POSES_OF: Readonly<Record<string, PoseId>> = {
  'big-dad-energy': 'flex',
  'nacho-joe': 'trophy-raised',
  'sunday-maya': 'stiff-arm',
}
const AVIF = { quality: 42, effort: 9, chromaSubsampling: '4:2:0' } as const

mkdirSync('web/public/examples', { recursive: true })
for (const card of EXAMPLES) {
  const { armor: gear, teamColors: team, playerName, jerseyNumber, stats } = card
  const art = await drawSampleArt(gear, team, faceBytes(FACES_OF[card.id]!), jerseyNumber, POSES_OF[card.id])
  const tier = getExampleTier(card)
  const sample = { art, gear, team, playerName, jerseyNumber, stats, tier }
  const front = await renderCard({ ...toCardPicture(sample), source: 'computed', serial: 'EXAMPLE' })
  for (const width of EXAMPLE_WIDTHS) {
    const file = `web/public${exampleAddress(card, width)}`
    const bytes = await sharp(front).resize(width).avif(AVIF).toBuffer()
    writeFileSync(file, bytes)
    process.stdout.write(`${file} ${bytes.length} bytes\n`)
  }
}
