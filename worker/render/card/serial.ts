/** Base 32 without I, L and O, which look like digits, and without U, which can form words. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 7
const GROUP = 4

/**
 * Returns the number printed at the foot of a card: seven characters of a hash of its id, 35 bits. It does not reveal
 * the id.
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
  const characters = Array.from({ length: LENGTH }, (_, i) => ALPHABET[Number((bits >> BigInt(5 * i)) & 31n)]).join('')
  return `${characters.slice(0, GROUP)}-${characters.slice(GROUP)}`
}
