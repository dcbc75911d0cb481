import { PORTRAIT, STAGE } from './card-layout.ts'
import { decodeRgba, type Node } from './engine.ts'
import { onStage } from './stage.ts'

/** The player's art as a layer of the stage. */
export type Portrait = {
  layer: Node
  /** Nothing behind it can be seen. */
  covers: boolean
}

/** The `src` under which the art's bytes are handed to the renderer. */
export const ART_SRC = 'art'

const OPAQUE_ALPHA = 250
/** Coarse, but enough to tell a picture with a ground from a figure without one. */
const PROBE = { widthPx: 10, heightPx: 12 } as const

/**
 * Cut-out art stands on the team's ground and throws a soft shadow; art without transparency fills the window.
 *
 * @throws when the bytes are no picture the renderer can read.
 */
export async function portraitOf(art: Uint8Array, artType: string): Promise<Portrait> {
  return artType === 'image/jpeg' || (await isOpaque(art))
    ? { layer: filling(), covers: true }
    : { layer: standing(), covers: false }
}

function filling(): Node {
  const { left, top, right, bottom } = STAGE
  const box = onStage({ left, top, width: right - left, height: bottom - top })
  return { type: 'image', src: ART_SRC, style: { ...box, objectFit: 'cover' } }
}

function standing(): Node {
  const filter = 'drop-shadow(0 0 9px rgba(0,0,0,0.6))'
  return { type: 'image', src: ART_SRC, style: { ...onStage(PORTRAIT), objectFit: 'contain', filter } }
}

async function isOpaque(art: Uint8Array): Promise<boolean> {
  const pixels = await decodeRgba(art, PROBE.widthPx, PROBE.heightPx)
  return pixels.every((value, i) => i % 4 !== 3 || value >= OPAQUE_ALPHA)
}
