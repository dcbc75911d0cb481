/** Code points that a font can draw. The ranges are parsed on first use, which keeps the Worker's startup fast. */
export class CodePoints {
  readonly #text: string
  #ranges: readonly (readonly [first: number, last: number])[] | undefined

  /**
   * @param text hexadecimal code points and inclusive ranges
   * @example
   * new CodePoints('20-7e a0').has(0x41) // true
   */
  constructor(text: string) {
    this.#text = text
  }

  has(point: number): boolean {
    this.#ranges ??= this.#text.split(' ').map((range) => {
      const [first, last = first] = range.split('-').map((digits) => Number.parseInt(digits, 16))
      return [first!, last!] as const
    })
    return this.#ranges.some(([first, last]) => point >= first && point <= last)
  }
}
