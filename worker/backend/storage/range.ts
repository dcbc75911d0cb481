/**
 * The part of a file that a `Range` header asks for, or null for all of it. More than one range, or words that are
 * no range, are answered with the whole file, as HTTP allows.
 */
export function rangeOf(header: string | null): R2Range | null {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return null
  if (first === '') return { suffix: Number(last) }
  if (last === '') return { offset: Number(first) }
  const length = Number(last) - Number(first) + 1
  return length > 0 ? { offset: Number(first), length } : null
}

/** True when a file of `size` bytes has at least one byte in the range. */
export function isSatisfiable(range: R2Range, size: number): boolean {
  if ('suffix' in range) return range.suffix > 0 && size > 0
  return (range.offset ?? 0) < size
}

/** `bytes 0-99/1000` for what was read of a file. */
export function contentRangeOf(range: R2Range, size: number): { header: string; length: number } {
  const length =
    'suffix' in range ? Math.min(range.suffix, size) : Math.min(range.length ?? size, size - (range.offset ?? 0))
  const start = 'suffix' in range ? size - length : (range.offset ?? 0)
  return { header: `bytes ${start}-${start + length - 1}/${size}`, length }
}
