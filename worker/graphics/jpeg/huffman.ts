/** A code of at most 16 bits for each symbol that occurs, the common ones short. ITU T.81, annex C and K.2. */

const SYMBOLS = 256
const LONGEST = 16
const LONGEST_BEFORE_CUT = 32

export type Code = {
  /** How many symbols have a code of 1, 2, … 16 bits. */
  lengths: readonly number[]
  /** The symbols, those with short codes first. */
  symbols: readonly number[]
  /** By symbol: its code, and of how many bits. */
  bits: Uint16Array
  widths: Uint8Array
}

/** @param counts how often each of 256 symbols occurs */
export function codeFor(counts: Uint32Array): Code {
  const widthOf = widthsFor(counts)
  const symbols = Array.from({ length: SYMBOLS }, (_, symbol) => symbol)
    .filter((symbol) => counts[symbol]! > 0)
    .sort((a, b) => widthOf[a]! - widthOf[b]! || a - b)
  const lengths = shortened(symbols.map((symbol) => widthOf[symbol]!))

  const [bits, widths] = [new Uint16Array(SYMBOLS), new Uint8Array(SYMBOLS)]
  let [code, next] = [0, 0]
  for (let width = 1; width <= LONGEST; width++, code <<= 1)
    for (let i = 0; i < lengths[width - 1]!; i++) {
      const symbol = symbols[next++]!
      bits[symbol] = code++
      widths[symbol] = width
    }
  return { lengths, symbols, bits, widths }
}

/** Joins the two rarest until one is left. One more symbol takes the code of ones alone, which no JPEG may use. */
function widthsFor(counts: Uint32Array): Uint8Array {
  const widths = new Uint8Array(SYMBOLS + 1)
  const groups = [{ count: 0, members: [SYMBOLS] }]
  for (const [symbol, count] of counts.entries()) if (count > 0) groups.push({ count, members: [symbol] })
  while (groups.length > 1) {
    groups.sort((a, b) => b.count - a.count)
    const [one, other] = [groups.pop()!, groups.pop()!]
    const members = [...one.members, ...other.members]
    for (const symbol of members) widths[symbol]!++
    groups.push({ count: one.count + other.count, members })
  }
  return widths
}

/** How many codes there are of each length, the one of ones alone left out, after the longest are cut to 16 bits. */
function shortened(widths: readonly number[]): number[] {
  const counts = Array.from({ length: LONGEST_BEFORE_CUT + 1 }, () => 0)
  for (const width of widths) counts[width]!++
  counts[Math.max(...widths)]!++
  for (let width = LONGEST_BEFORE_CUT; width > LONGEST; width--)
    while (counts[width]! > 0) {
      let shorter = width - 2
      while (counts[shorter] === 0) shorter--
      counts[width]! -= 2
      counts[width - 1]!++
      counts[shorter + 1]! += 2
      counts[shorter]!--
    }
  let last = LONGEST
  while (counts[last] === 0) last--
  counts[last]!--
  return counts.slice(1, LONGEST + 1)
}
