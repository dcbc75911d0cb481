import type { Node } from '#worker/graphics/engine.ts'
import { releaseBuffer } from '#worker/http/release-buffer.ts'
import { render, svgImage } from '#worker/graphics/engine.ts'
import { WINDOW } from './ink/field/grid.ts'
import type { Picture } from '#worker/graphics/picture.ts'
import { type Area, ART, type Place, WHOLE } from './place.ts'

/** A layer of a portrait: an SVG document for the whole canvas or an area of it, or a picture of the head's window. */
export type Layer =
  | string
  | null
  | { readonly svg: string; readonly area: Area }
  | { readonly head: Picture | string; readonly place: Place }
  | { readonly picture: Picture; readonly area: Area }

const size = { width: ART.widthPx, height: ART.heightPx }

/**
 * Composites the layers from back to front and releases their pictures.
 *
 * @returns a lossless WebP with a transparent background, in a third of the time of a PNG
 */
export async function composeScene(layers: readonly Layer[]): Promise<Uint8Array<ArrayBuffer>> {
  const images: ReturnType<typeof svgImage>[] = []
  const children = layers.flatMap((layer, i): Node[] => {
    if (layer === null) return []
    const { picture, area } = resolveLayer(layer)
    const src = typeof picture === 'string' ? `layer-${i}` : toPixels(picture)
    if (typeof picture === 'string') images.push(svgImage(`layer-${i}`, picture))
    return [{ type: 'image', src, style: { position: 'absolute', ...area } }]
  })
  const scene: Node = {
    type: 'container',
    style: { display: 'flex', position: 'relative', ...size },
    children,
  }
  try {
    return await render(scene, { ...size, format: 'webp', images })
  } finally {
    for (const layer of layers) {
      if (layer === null || typeof layer === 'string' || 'svg' in layer) continue
      const picture = 'head' in layer ? layer.head : layer.picture
      if (typeof picture === 'object') releaseBuffer(picture.data)
    }
  }
}

function resolveLayer(layer: NonNullable<Layer>): { picture: Picture | string; area: Area } {
  if (typeof layer === 'string') return { picture: layer, area: WHOLE }
  if ('svg' in layer) return { picture: layer.svg, area: layer.area }
  if ('picture' in layer) return layer
  return { picture: layer.head, area: getWindow(layer.place) }
}

const toPixels = ({ data, widthPx, heightPx }: Picture) => ({
  width: widthPx,
  height: heightPx,
  data: new Uint8Array(data.buffer as ArrayBuffer, data.byteOffset, data.byteLength),
})

/** Returns the window of the head on the canvas, in whole pixels to avoid resampling. */
export function getWindow({ unitPx, centerYPx }: Place): Area {
  return {
    left: Math.round(ART.headXPx + WINDOW.x0 * unitPx),
    top: Math.round(centerYPx + WINDOW.y0 * unitPx),
    width: Math.round(WINDOW.w * unitPx),
    height: Math.round(WINDOW.h * unitPx),
  }
}
