import { NEUTRAL } from '#shared/design/pair.ts'
import { paletteOf } from '#shared/design/palette.ts'
import { capitalsOf } from '#shared/design/letters/capitals.ts'
import { displayName } from '#shared/domain/card.ts'
import { storyCall } from '#shared/domain/messages.ts'
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
  /** Its front. */
  picture: Blob
  /** The site's host, and the card's page; null: a draft has none. */
  site: string
  url: string | null
  format: MovingFormat
  /** Told how much is done, from 0 to 1. */
  onProgress: (part: number) => void
  signal: AbortSignal
}

/**
 * Makes a loop of three seconds on this device: a pack, and the card that comes out of it turning in the light.
 *
 * @returns an MP4 of 1080 x 1920 pixels
 * @throws the signal's reason when it is aborted, else what the picture or the encoder fails with
 */
export async function makeMovingCard({ format, onProgress, signal, ...order }: MovingOrder): Promise<Blob> {
  const painter = createFramePainter(await sceneOf(order))
  return encodeFrames({
    format,
    canvas: painter.canvas,
    paint: (frame) => painter.paint(momentAt(FRAME_TIMES[frame]!)),
    frames: FRAME_TIMES.length,
    onProgress,
    signal,
  })
}

async function sceneOf({ card, picture, site, url }: Pick<MovingOrder, 'card' | 'picture' | 'site' | 'url'>) {
  const palette = paletteOf(getTeam(card.teamColors) ?? NEUTRAL)
  const name = capitalsOf(displayName(card.playerName))
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
