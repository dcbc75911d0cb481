import type { Node } from '#worker/render/engine.ts'
import { render, svgImage } from '#worker/render/engine.ts'
import { WINDOW } from './ink/grid.ts'
import type { Picture } from './ink/picture.ts'
import { ART, type Place } from './place.ts'

/** A layer of a portrait: a document that covers the whole canvas, or a picture of the head's window. */
export type Layer = string | null | { readonly head: Picture | string; readonly place: Place }

const size = { width: ART.widthPx, height: ART.heightPx }

/** Lays the layers on each other, the first one lowest. @returns a lossless WebP, transparent where nothing was drawn: a third of the time that a PNG takes. */
export function composeScene(layers: readonly Layer[]): Promise<Uint8Array<ArrayBuffer>> {
  const images: ReturnType<typeof svgImage>[] = []
  const children = layers.flatMap((layer, i): Node[] => {
    if (layer === null) return []
    const src = `layer-${i}`
    if (typeof layer === 'string') {
      images.push(svgImage(src, layer))
      return [{ type: 'image', src, style: { position: 'absolute', left: 0, top: 0, ...size } }]
    }
    if (typeof layer.head === 'string') images.push(svgImage(src, layer.head))
    const picture = typeof layer.head === 'string' ? src : pixelsOf(layer.head)
    return [{ type: 'image', src: picture, style: { position: 'absolute', ...windowOf(layer.place) } }]
  })
  const scene: Node = {
    type: 'container',
    style: { display: 'flex', position: 'relative', overflow: 'hidden', ...size },
    children,
  }
  return render(scene, { ...size, format: 'webp', images })
}

const pixelsOf = ({ data, widthPx, heightPx }: Picture) => ({
  width: widthPx,
  height: heightPx,
  data: new Uint8Array(data.buffer as ArrayBuffer, data.byteOffset, data.byteLength),
})

/** The window of the head on the canvas, in whole pixels so that nothing is sampled twice. */
function windowOf({ unitPx, centreYPx }: Place) {
  return {
    left: Math.round(ART.headXPx + WINDOW.x0 * unitPx),
    top: Math.round(centreYPx + WINDOW.y0 * unitPx),
    width: Math.round(WINDOW.w * unitPx),
    height: Math.round(WINDOW.h * unitPx),
  }
}
