import { NEUTRAL } from '#shared/design/pair.ts'
import { toPalette } from '#shared/design/palette.ts'
import { toCapitals } from '#shared/design/letters/capitals.ts'
import { displayName } from '#shared/domain/card.ts'
import { storyCall } from '#shared/domain/share-words.ts'
import { getTeam } from '#shared/domain/team.ts'
import type { ShareCard } from '../share-card.ts'
import { encodeFrames } from './encode.ts'
import type { MovingFormat } from './moving-format.ts'
import { createFramePainter } from './paint-frame.ts'
import { paintGround } from './paint-ground.ts'
import { paintPack } from './paint-pack.ts'
import { FRAME_TIMES, momentAt } from './timeline.ts'

export type MovingOrder = {
  card: Pick<ShareCard, 'playerName' | 'jerseyNumber' | 'teamColors' | 'tier' | 'visibility'>
  /** The card's front. */
  picture: Blob
  /** The site's host. */
  site: string
  /** The URL of the card's page; null for a draft. */
  url: string | null
  format: MovingFormat
  /** Called with the progress from 0 to 1. */
  onProgress: (part: number) => void
  signal: AbortSignal
}

/**
 * Makes a three-second loop on this device: a pack opens, the card turns in the light, and its player breathes, sways
 * and waves.
 *
 * @returns an MP4 of 1080 x 1920 pixels
 * @throws the signal's reason when aborted, else the picture's or the encoder's error
 */
export async function makeMovingCard({ format, onProgress, signal, ...order }: MovingOrder): Promise<Blob> {
  const painter = createFramePainter(await createScene(order))
  return encodeFrames({
    format,
    canvas: painter.canvas,
    paint: (frame) => painter.paint(momentAt(FRAME_TIMES[frame]!)),
    frames: FRAME_TIMES.length,
    onProgress,
    signal,
  })
}

async function createScene({ card, picture, site, url }: Pick<MovingOrder, 'card' | 'picture' | 'site' | 'url'>) {
  const palette = toPalette(getTeam(card.teamColors) ?? NEUTRAL)
  const name = toCapitals(displayName(card.playerName))
  await Promise.all(['400 80px Anton', "600 34px 'Barlow Condensed'"].map((face) => document.fonts.load(face, name)))
  return {
    ground: paintGround(palette, {
      name,
      call: storyCall(card.visibility === 'public'),
      site: site.toUpperCase(),
      url,
    }),
    pack: paintPack(palette, { name, number: card.jerseyNumber }),
    card: await createImageBitmap(picture),
    tier: card.tier,
  }
}
