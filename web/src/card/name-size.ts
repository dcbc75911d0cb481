import type { CSSProperties } from 'react'

/** Advance widths of the display face in thousandths of its size, by the characters that share one. */
const WIDTHS: Readonly<Record<number, string>> = {
  214: "'",
  227: 'I',
  229: '!.',
  234: ' ',
  236: ',',
  242: ':;',
  291: '()',
  311: '-=[]<>',
  331: '1',
  355: '+_',
  397: 'TLF/',
  411: 'ZEÉÈ',
  440: '"Y*',
  462: 'SJ$',
  471: 'VKPCUÜÇR',
  482: 'BXAGÄÀÅ',
  493: 'OÖØ?ßD023456789QNÑH',
  520: '&#',
  640: 'Æ',
  712: 'W',
  746: 'M',
  864: '@%',
}
/** What other scripts and emoji take at most. */
const UNKNOWN_WIDTH = 1000
const LETTER_SPACING = 10

const widthOf = new Map(
  Object.entries(WIDTHS).flatMap(([width, characters]) => [...characters].map((c) => [c, Number(width)])),
)

const LINE_CQW = 83.5
const LARGEST_CQW = 14.6
const SMALLEST_ONE_LINE_CQW = 8
const LARGEST_TWO_LINES_CQW = 7.6
/** How uneven two lines of one name may get. */
const TWO_LINE_SLACK = 1.2

/** The size at which a name fills its plate, in hundredths of the card's width, on one line or on two. */
export function nameSize(name: string): { sizeCqw: number; lines: 1 | 2 } {
  const thousandths = [...name.toUpperCase()].reduce(
    (sum, character) => sum + (widthOf.get(character) ?? UNKNOWN_WIDTH) + LETTER_SPACING,
    0,
  )
  const oneLine = Math.min(LARGEST_CQW, (LINE_CQW * 1000) / thousandths)
  if (oneLine >= SMALLEST_ONE_LINE_CQW) return { sizeCqw: oneLine, lines: 1 }
  const half = (thousandths / 2) * TWO_LINE_SLACK
  return { sizeCqw: Math.min(LARGEST_TWO_LINES_CQW, (LINE_CQW * 1000) / half), lines: 2 }
}

/** The same as a style; none for the largest, which the styles have by themselves. */
export const nameStyle = (sizeCqw: number): (CSSProperties & Record<'--fs', string>) | undefined =>
  sizeCqw === LARGEST_CQW ? undefined : { '--fs': `${sizeCqw.toFixed(2)}cqw` }
