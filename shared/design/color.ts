/** Arithmetic on `#rrggbb` colors. Luminance and contrast as in WCAG 2.2, section 1.4.3. */
export type Hex = string

export const toRgb = (color: Hex): [number, number, number] => [
  Number.parseInt(color.slice(1, 3), 16),
  Number.parseInt(color.slice(3, 5), 16),
  Number.parseInt(color.slice(5, 7), 16),
]

export const toHex = (channels: readonly number[]): Hex =>
  `#${channels.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`

/** Interpolates two colors. @param share 0 gives `from`, 1 gives `to` */
export function mix(from: Hex, to: Hex, share: number): Hex {
  const target = toRgb(to)
  return toHex(toRgb(from).map((channel, i) => channel + (target[i]! - channel) * share))
}

/** Relative luminance, 0 to 1. */
export function luminance(color: Hex): number {
  const [r, g, b] = toRgb(color).map((channel) => {
    const value = channel / 255
    return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!
}

/** Contrast ratio, 1 to 21. */
export function contrast(one: Hex, other: Hex): number {
  const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter! + 0.05) / (darker! + 0.05)
}

/** Returns black or white, whichever has more contrast on `color` (never below 4.58). */
export const inkOn = (color: Hex): Hex =>
  contrast(color, '#000000') >= contrast(color, '#ffffff') ? '#000000' : '#ffffff'

/** Moves `color` toward `goal` just far enough to reach a contrast of `ratio` against `ground`. */
export function raiseContrast(color: Hex, ground: Hex, goal: Hex, ratio: number): Hex {
  for (let share = 0; share <= 1; share += 0.02) {
    const candidate = mix(color, goal, share)
    if (contrast(candidate, ground) >= ratio) return candidate
  }
  return goal
}

/** Returns the chroma: the difference between the strongest and the weakest channel, 0 to 255. */
export function colorfulness(color: Hex): number {
  const channels = toRgb(color)
  return Math.max(...channels) - Math.min(...channels)
}
