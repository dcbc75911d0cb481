/** Picks a random item other than `current`, so that every press of a random button changes something. */
export function pickOther<T>(all: readonly T[], current: T | null, random: () => number = Math.random): T {
  const others = all.filter((one) => one !== current)
  return others[Math.floor(random() * others.length)] ?? all[0]!
}
