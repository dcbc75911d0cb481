/** No I, L, O or U: nothing that can be taken for a figure, and no words. */
const FIGURES = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 7
const GROUP = 4

/**
 * The number printed at the foot of a card. It follows from the card's id and does not give the id away: seven
 * characters of a hash, 35 bits.
 *
 * @example
 * getSerial('3c1f…') // '4F7K-2Q9'
 */
export function getSerial(cardId: string): string {
  let [low, high] = [0x811c9dc5, 0x9e3779b9]
  for (const byte of new TextEncoder().encode(cardId)) {
    low = Math.imul(low ^ byte, 0x01000193)
    high = Math.imul(high ^ low ^ byte, 0x85ebca6b)
    high ^= high >>> 15
  }
  const bits = (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0)
  const figures = Array.from({ length: LENGTH }, (_, i) => FIGURES[Number((bits >> BigInt(5 * i)) & 31n)]).join('')
  return `${figures.slice(0, GROUP)}-${figures.slice(GROUP)}`
}
