/** Bounding box of a path. */
export type Reach = { readonly x0: number; readonly y0: number; readonly x1: number; readonly y1: number }

const COMMAND = /([A-Za-z])([^A-Za-z]*)/gu
const NUMBER = /-?(?:\d+\.?\d*|\.\d+)/gu

/**
 * Returns a conservative bounding box of a path, which includes curve handles and arc radii.
 *
 * @returns null if the path has relative commands, which are not supported.
 */
export function measureReach(d: string): Reach | null {
  const [xs, ys]: [number[], number[]] = [[], []]
  for (const [, command, text] of d.matchAll(COMMAND)) {
    const numbers = (text!.match(NUMBER) ?? []).map(Number)
    if (command === 'Z' || command === 'z') continue
    if (command === 'H') xs.push(...numbers)
    else if (command === 'V') ys.push(...numbers)
    else if (command === 'A') addArcs(numbers, xs, ys)
    else if ('MLCSQT'.includes(command!)) for (const [i, n] of numbers.entries()) (i % 2 === 0 ? xs : ys).push(n)
    else return null
  }
  if (xs.length === 0 || ys.length === 0) return null
  return { x0: Math.min(...xs), y0: Math.min(...ys), x1: Math.max(...xs), y1: Math.max(...ys) }
}

/** An arc stays within two radii of its end point. */
function addArcs(numbers: readonly number[], xs: number[], ys: number[]): void {
  for (let i = 0; i + 6 < numbers.length; i += 7) {
    const around = 2 * Math.max(numbers[i]!, numbers[i + 1]!)
    xs.push(numbers[i + 5]! - around, numbers[i + 5]! + around)
    ys.push(numbers[i + 6]! - around, numbers[i + 6]! + around)
  }
}
