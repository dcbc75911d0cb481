/** The color behind a person at a pixel of their photo. */
export type Wall = (x: number, y: number) => readonly [red: number, green: number, blue: number]

const fraction = (x: number, y: number): number => {
  const value = Math.sin(x * 127.1 + y * 311.7) * 43758.5453
  return value - Math.floor(value)
}

const bricks: Wall = (x, y) =>
  y % 14 < 2 || (x + (Math.floor(y / 14) % 2) * 14) % 28 < 2 ? [205, 195, 190] : [150, 70, 55]

const leaves: Wall = (x, y) => {
  const leaf = fraction(Math.floor((x + 9 * Math.sin(y / 11)) / 9), Math.floor((y + 7 * Math.sin(x / 8)) / 7))
  return [30 + 90 * leaf, 70 + 120 * leaf, 20 + 50 * leaf]
}

const crowd: Wall = (x, y) => {
  const at = (c: number) => 18 + fraction(Math.floor(x / 28) + 31 * c, Math.floor(y / 28)) * 220
  return [at(0), at(1), at(2)]
}

export const WALLS = { green: () => [40, 120, 60], bricks, leaves, crowd } as const satisfies Record<string, Wall>
