type Predict = (left: number, up: number, upLeft: number) => number

/** What a sample is taken to be by its neighbors, in the order of the filters' numbers (PNG, third edition, 9.2). */
const PREDICT: readonly Predict[] = [
  () => 0,
  (left) => left,
  (_left, up) => up,
  (left, up) => (left + up) >> 1,
  (left, up, upLeft) => {
    const toLeft = Math.abs(up - upLeft)
    const toUp = Math.abs(left - upLeft)
    const toUpLeft = Math.abs(left + up - 2 * upLeft)
    if (toLeft <= toUp && toLeft <= toUpLeft) return left
    return toUp <= toUpLeft ? up : upLeft
  },
]

/**
 * Undoes the filter of a row of 16-bit samples and keeps the high byte of each. Filters work byte by byte with the bytes
 * one pixel to the left and one row above, so high bytes depend on high bytes only.
 *
 * @param filtered the number of the filter, then two bytes per sample
 * @param above the high bytes of the row above, zeros for the first one
 * @param row takes the high bytes of this row
 * @throws Error when there is no such filter
 */
export function undoFilter(filtered: Uint8Array, above: Uint8Array, row: Uint8Array, channels: number): void {
  const predict = PREDICT[filtered[0]!]
  if (!predict) throw new Error(`PNG filter ${filtered[0]}`)
  for (let i = 0; i < channels; i++) row[i] = filtered[2 * i + 1]! + predict(0, above[i]!, 0)
  for (let i = channels; i < row.length; i++)
    row[i] = filtered[2 * i + 1]! + predict(row[i - channels]!, above[i]!, above[i - channels]!)
}
