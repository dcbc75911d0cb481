import type { Tier } from '#shared/domain/rarity.ts'
import { smoothstep, unit } from '#worker/graphics/numbers.ts'

/**
 * Light at each point behind a player: 1 is full light, 0 the team's ground, and -1 full shade. It shows an
 * out-of-focus stadium: floodlights with their beams, the crowd, the field, and motion streaks.
 */
export type Stadium = { readonly width: number; readonly height: number; readonly light: Float32Array }

const WIDTH = 928
const MIDDLE = WIDTH / 2

/** Strength of each part. A card without a tier has light and a field, but no crowd. */
type Parts = { readonly lamps: number; readonly crowd: number; readonly field: number; readonly streaks: number }

const PARTS: Readonly<Record<Tier | 'none', Parts>> = {
  none: { lamps: 0.5, crowd: 0, field: 0.8, streaks: 0 },
  Rookie: { lamps: 0.8, crowd: 0.5, field: 1, streaks: 0.75 },
  Starter: { lamps: 0.9, crowd: 0.75, field: 1, streaks: 0.6 },
  Captain: { lamps: 1, crowd: 0.8, field: 1, streaks: 0.8 },
  Star: { lamps: 1, crowd: 1, field: 0.9, streaks: 0.5 },
  Legend: { lamps: 1, crowd: 1, field: 0.8, streaks: 0.7 },
}

/** A stadium whose samples are `step` stage pixels apart. */
type Canvas = Stadium & { readonly step: number }

/** Paints a tier's stadium. @param width @param height in samples @param step stage pixels per sample */
export function paintStadium(tier: Tier | null, width: number, height: number, step: number): Stadium {
  const canvas: Canvas = { width, height, step, light: new Float32Array(width * height) }
  const { lamps, crowd, field, streaks } = PARTS[tier ?? 'none']
  if (crowd > 0) paintCrowd(canvas, crowd)
  paintBanks(canvas, lamps)
  paintField(canvas, field)
  if (streaks > 0) paintStreaks(canvas, streaks)
  return canvas
}

/** Adds light to the part of a canvas inside a box, which is in stage pixels. */
function addLight(
  { width, height, step, light }: Canvas,
  [left, top, right, bottom]: readonly [number, number, number, number],
  lightAt: (x: number, y: number) => number,
): void {
  const lastRow = Math.min(height - 1, Math.floor(bottom / step))
  const lastColumn = Math.min(width - 1, Math.floor(right / step))
  for (let row = Math.max(0, Math.ceil(top / step)); row <= lastRow; row++)
    for (let column = Math.max(0, Math.ceil(left / step)); column <= lastColumn; column++)
      light[row * width + column]! += lightAt(column * step, row * step)
}

/** Banks of floodlights beside the head, above the crowd. */
const BANKS = [
  { x: 318, y: 62, tilt: -0.1 },
  { x: 662, y: 58, tilt: 0.1 },
] as const
const LAMP = { columns: 4, rows: 2, stepX: 34, stepY: 30, radius: 11 } as const

function paintBanks(canvas: Canvas, strength: number): void {
  for (const [i, bank] of BANKS.entries()) {
    addLight(
      canvas,
      [bank.x - 260, 0, bank.x + 260, 260],
      (x, y) => strength * bankAt(x - bank.x, y - bank.y - bank.tilt * (x - bank.x)),
    )
    const aim = i === 0 ? -0.34 : 0.34
    addLight(canvas, [0, bank.y - 39, WIDTH, FIELD.top], (x, y) => strength * beamsAt(x - bank.x, y - bank.y + 40, aim))
  }
}

function bankAt(dx: number, dy: number): number {
  const glow = Math.exp(-((dx / 150) ** 2 + (dy / 105) ** 2) * 1.6)
  if (glow < 0.05) return 0.34 * glow
  const column = Math.max(0, Math.min(LAMP.columns - 1, Math.round(dx / LAMP.stepX + (LAMP.columns - 1) / 2)))
  const row = Math.max(0, Math.min(LAMP.rows - 1, Math.round(dy / LAMP.stepY + (LAMP.rows - 1) / 2)))
  const [cx, cy] = [(column - (LAMP.columns - 1) / 2) * LAMP.stepX, (row - (LAMP.rows - 1) / 2) * LAMP.stepY]
  const distance = Math.hypot(dx - cx, dy - cy)
  return (
    0.34 * glow +
    0.9 * (1 - smoothstep(LAMP.radius - 2, LAMP.radius + 2, distance)) +
    0.2 * Math.exp(-((distance / 16) ** 2))
  )
}

/** Returns the light of a bank's two beams, one to each side. */
function beamsAt(dx: number, dy: number, aim: number): number {
  const slope = dx / dy
  const [wide, narrow] = [Math.abs(slope - aim), Math.abs(slope + aim * 0.4)]
  return (
    (wide < 0.2 ? 0.2 * (1 - smoothstep(0.1, 0.2, wide)) * Math.exp(-dy / 520) : 0) +
    (narrow < 0.1 ? 0.12 * (1 - smoothstep(0.05, 0.1, narrow)) * Math.exp(-dy / 420) : 0)
  )
}

const CROWD = { top: 300, bottom: 742, count: 230 } as const

/** Paints the crowd's cameras and faces out of focus, as discs that are brighter at the edge. */
function paintCrowd(canvas: Canvas, strength: number): void {
  const { top, bottom, count } = CROWD
  const edgeAt = (y: number) => smoothstep(top - 40, top + 110, y) * (1 - smoothstep(bottom - 4, bottom + 6, y))
  const awayAt = (x: number) => smoothstep(120, 330, Math.abs(x - MIDDLE))
  // The stands are darker than the lit sky above them.
  addLight(canvas, [0, top - 40, WIDTH, bottom + 6], (x, y) => -0.36 * strength * edgeAt(y) * (0.4 + 0.6 * awayAt(x)))
  const random = randomFrom(7)
  for (let i = 0; i < count; i++) {
    const depth = random()
    const [cx, cy] = [random() * WIDTH, top + (bottom - top) * depth]
    const r = 7 + 22 * random() * (0.45 + depth * 0.75)
    const light = strength * (0.12 + 0.5 * random() ** 2) * (0.35 + 0.65 * awayAt(cx))
    addLight(canvas, [cx - r - 1, cy - r - 1, cx + r + 1, Math.min(bottom, cy + r + 1)], (x, y) => {
      const distance = Math.hypot(x - cx, y - cy)
      return light * unit(r + 0.8 - distance) * (0.66 + 0.34 * (distance / r) ** 4)
    })
  }
}

const FIELD = { top: 742, vanishY: 600 } as const

/**
 * Paints the field in perspective: mowed stripes, chalk lines that meet behind the player, and the wall of the stands.
 */
function paintField(canvas: Canvas, strength: number): void {
  addLight(canvas, [0, FIELD.top, WIDTH, canvas.height * canvas.step], (x, y) => {
    const depth = 1 / (y - FIELD.vanishY)
    const across = (x - MIDDLE) * depth
    const along = 5200 * depth
    const stripe = (Math.floor(along / 4) & 1) === 0 ? 0.1 : -0.12
    const wall = y < FIELD.top + 13 ? -0.5 : 0
    const chalk = Math.abs(across - Math.round(across / 0.62) * 0.62) < 0.013 ? 0.5 : 0
    const far = Math.abs(along / 8 - Math.round(along / 8)) < 0.035 ? 0.4 : 0
    return strength * (stripe + wall + Math.max(chalk, far) - 0.1)
  })
}

const STREAK = { count: 30, slope: -0.42 } as const

/** Paints motion streaks: long lines that rise to the right, are thin at both ends, and avoid the face. */
function paintStreaks(canvas: Canvas, strength: number): void {
  const random = randomFrom(23)
  const k = Math.hypot(1, STREAK.slope)
  for (let i = 0; i < STREAK.count; i++) {
    const cx = i % 2 === 0 ? random() * 300 - 60 : WIDTH - random() * 330 + 40
    const cy = 140 + random() * 860
    const length = 120 + 340 * random()
    const width = 1.6 + 7 * random() ** 2
    const light = strength * (random() < 0.28 ? -0.5 : 1) * (0.16 + 0.34 * random())
    const [reachX, reachY] = [length / k, (length * -STREAK.slope) / k + width]
    const lightAt = (x: number, y: number): number => {
      const dx = x - cx
      const dy = y - cy
      const across = Math.abs(dy - STREAK.slope * dx) / k
      const along = Math.abs((dx + STREAK.slope * dy) / k) / length
      if (across > width + 1 || along >= 1) return 0
      return (
        light *
        unit(width * (1 - along) + 0.5 - across) *
        (1 - along * along) *
        smoothstep(90, 260, Math.abs(x - MIDDLE))
      )
    }
    // A streak is thin, so each row lights only the pixels near its axis.
    const halfSpan = (k * (width + 1)) / -STREAK.slope + 1
    const { step } = canvas
    for (let y = Math.ceil((cy - reachY) / step) * step; y <= cy + reachY; y += step) {
      const x = cx + (y - cy) / STREAK.slope
      addLight(canvas, [Math.max(cx - reachX, x - halfSpan), y, Math.min(cx + reachX, x + halfSpan), y], lightAt)
    }
  }
}

/** Creates a seeded random number generator. It returns values in [0, 1). */
export function randomFrom(seed: number): () => number {
  let state = Math.imul(seed, 0x9e3779b1) >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}
