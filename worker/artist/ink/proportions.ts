/** The proportions of the drawn head: where its jaw and the edge of its shadow run, in head space. */

/** Half the width of the jaw at height `y`; below the chin it is negative. */
export function jawHalfWidth(y: number): number {
  if (y < -10) return 62
  if (y > 67) return -9
  return 50 * Math.sqrt(Math.max(0, 1 - ((y + 10) / 77.5) ** 2.05))
}

/** The light comes from the top left: right of this line, from forehead to chin, a face is in shadow. */
const SHADOW_EDGE: readonly (readonly [y: number, x: number])[] = [
  [-80, 10],
  [-46, 6],
  [-22, 7],
  [-8, 4],
  [16, 13],
  [21, 12],
  [25, 4],
  [36, 9],
  [48, 9],
  [70, 4],
]

export function shadowEdgeX(y: number): number {
  const [topY, topX] = SHADOW_EDGE[0]!
  if (y <= topY) return topX + (topY - y) * 0.12
  for (let i = 1; i < SHADOW_EDGE.length; i++) {
    const [y1, x1] = SHADOW_EDGE[i]!
    if (y >= y1) continue
    const [y0, x0] = SHADOW_EDGE[i - 1]!
    return x0 + ((x1 - x0) * (y - y0)) / (y1 - y0)
  }
  return SHADOW_EDGE.at(-1)![1]
}

/** Hair is round: its shadow edge is a bow, not a fold. */
export const hairShadowX = (y: number): number => 24 + 0.0022 * (y + 150) * (y + 20)
