export const clamp = (value: number, low: number, high: number): number =>
  value < low ? low : value > high ? high : value

/** Clamps a value to 0 to 1. */
export const unit = (value: number): number => (value < 0 ? 0 : value > 1 ? 1 : value)

/** Interpolates smoothly from 0 at `low` to 1 at `high`. */
export function smoothstep(low: number, high: number, value: number): number {
  if (value <= low) return 0
  if (value >= high) return 1
  const share = (value - low) / (high - low)
  return share * share * (3 - 2 * share)
}

export const sigmoid = (value: number): number => 1 / (1 + Math.exp(-value))

/** Returns a Gaussian that is 1 at the center and e^-2 at `radius`. */
export const bell = (distance: number, radius: number): number => Math.exp(-2 * (distance / radius) ** 2)

/** Returns the quantile for each share (0 to 1), or 0 if there are no values. */
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
