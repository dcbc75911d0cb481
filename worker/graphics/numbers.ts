/** Arithmetic that every step of the drawing shares. */

export const clamp = (value: number, low: number, high: number): number =>
  value < low ? low : value > high ? high : value

/** A value held between 0 and 1. */
export const unit = (value: number): number => (value < 0 ? 0 : value > 1 ? 1 : value)

/** 0 below `low`, 1 above `high`, a smooth S between them. */
export function smoothstep(low: number, high: number, value: number): number {
  if (value <= low) return 0
  if (value >= high) return 1
  const share = (value - low) / (high - low)
  return share * share * (3 - 2 * share)
}

export const sigmoid = (value: number): number => 1 / (1 + Math.exp(-value))

/** A bell that is 1 at the centre and falls to e^-2 at one radius. */
export const bell = (distance: number, radius: number): number => Math.exp(-2 * (distance / radius) ** 2)

/** @returns for each share (0 to 1) the value that so many of the others lie below; 0 of nothing. */
export function percentiles<Shares extends readonly number[]>(
  values: readonly number[],
  shares: Shares,
): { [K in keyof Shares]: number } {
  const sorted = new Float32Array(values.length)
  for (let i = 0; i < values.length; i++) sorted[i] = values[i]!
  sorted.sort()
  const at = (share: number) => sorted[clamp(Math.floor(sorted.length * share), 0, sorted.length - 1)] ?? 0
  return shares.map(at) as { [K in keyof Shares]: number }
}

export const percentile = (values: readonly number[], share: number): number => percentiles(values, [share] as const)[0]

export const median = (values: readonly number[]): number => percentile(values, 0.5)
