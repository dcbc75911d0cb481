/** Inclusive ranges of code points. */
export type Ranges = readonly (readonly [first: number, last: number])[]

/** @param text hexadecimal code points and ranges, such as `20-7e a0` */
export const parseRanges = (text: string): Ranges =>
  text.split(' ').map((range) => {
    const [first, last = first] = range.split('-').map((digits) => Number.parseInt(digits, 16))
    return [first!, last!] as const
  })

export const isIn = (ranges: Ranges, point: number): boolean =>
  ranges.some(([first, last]) => point >= first && point <= last)
