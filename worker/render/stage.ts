import { type STAGE, type WINDOW } from './card-layout.ts'
import type { Node } from '#worker/graphics/engine.ts'

/** A container with its top right and bottom left corners cut off. */
export function chamferedBox(shape: typeof WINDOW | typeof STAGE, children: Node[] = []): Node {
  const { left, top, right, bottom, chamfer } = shape
  const [width, height] = [right - left, bottom - top]
  const corners = [
    [0, 0],
    [width - chamfer, 0],
    [width, chamfer],
    [width, height],
    [chamfer, height],
    [0, height - chamfer],
  ]
  const clipPath = `polygon(${corners.map(([x, y]) => `${x}px ${y}px`).join(', ')})`
  return {
    type: 'container',
    style: { position: 'absolute', display: 'flex', left, top, width, height, overflow: 'hidden', clipPath },
    children,
  }
}
