/** Light that slides over the finished card from its top left: places on the slant, and how white they are. */
const STOPS = [
  [0.3, 0],
  [0.38, 0.13],
  [0.46, 0.03],
  [0.47, 0],
  [0.62, 0],
  [0.66, 0.07],
  [0.72, 0],
] as const

const STEPS = 1000
/** A gradient of 112 degrees over the card. */
const SLANT = { x: 0.9272 / 1451.6, y: 0.3746 / 1451.6 } as const

const table = Float32Array.from({ length: STEPS + 1 }, (_, i) => {
  const t = i / STEPS
  const next = STOPS.findIndex(([at]) => at > t)
  if (next <= 0) return 0
  const [[from, one], [to, other]] = [STOPS[next - 1]!, STOPS[next]!]
  return one + ((other - one) * (t - from)) / (to - from)
})

/** The whiteness of the sheen over a pixel of the card, 0 to 0.13. */
export const sheenAt = (x: number, y: number): number => table[Math.round(STEPS * (x * SLANT.x + y * SLANT.y))]!
