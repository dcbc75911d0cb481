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
/** The widest characters of other scripts, and emoji. */
const UNKNOWN_WIDTH = 1000
/** Depths of ink below the baseline, measured in the same way. */
const DEPTHS: Readonly<Record<number, string>> = {
  63: '$',
  79: '@',
  94: '()[]{}Q',
  125: ',;',
  142: 'ÇĄĘĮŞŢŲ¿',
  174: 'ĢĶĻŅŖ',
  188: '_',
}
/** The deepest letters of other scripts. */
const UNKNOWN_DEPTH = 174
/** The usual line has room for this depth, and for capitals of this height, in shares of its size. */
const [ROOM_BELOW, CAPITALS] = [0.0515, 0.86]
/** The height of a line without extra ink. */
const PITCH = 0.95
const LETTER_SPACING = 10

const byCharacter = (table: Readonly<Record<number, string>>): ReadonlyMap<string, number> =>
  new Map(Object.entries(table).flatMap(([value, characters]) => [...characters].map((c) => [c, Number(value)])))

const widthOf = byCharacter(WIDTHS)
const depthOf = byCharacter(DEPTHS)

/** The depth of a name's ink that its usual line has no room for, as a share of its size: an underscore's, a cedilla's. */
function extraInk(capitals: string): number {
  const depths = [...capitals].map((c) => depthOf.get(c) ?? (widthOf.has(c) ? 0 : UNKNOWN_DEPTH))
  return Math.max(0, Math.max(0, ...depths) / 1000 - ROOM_BELOW)
}

const LINE_CQW = 83.5
const LARGEST_CQW = 14.6
const SMALLEST_ONE_LINE_CQW = 8
const LARGEST_TWO_LINES_CQW = 7.6
/** How uneven two lines of one name may get. */
const TWO_LINE_SLACK = 1.2

/** The share of its largest size at which a name with extra ink is as high as one without. */
function shareOf(lines: 1 | 2, ink: number): number {
  const usual = CAPITALS + ROOM_BELOW + (lines - 1) * PITCH
  return usual / (usual + (2 * lines - 1) * ink)
}

/** The size of a name in hundredths of the card's width, the number of its lines, and their extra ink below. */
export type NameSize = { readonly sizeCqw: number; readonly lines: 1 | 2; readonly ink: number }

/** The size at which a name fills its plate, on one line or on two. */
export function nameSize(name: string): NameSize {
  const capitals = name.toUpperCase()
  const ink = extraInk(capitals)
  const thousandths = [...capitals].reduce(
    (sum, character) => sum + (widthOf.get(character) ?? UNKNOWN_WIDTH) + LETTER_SPACING,
    0,
  )
  const oneLine = Math.min(LARGEST_CQW * shareOf(1, ink), (LINE_CQW * 1000) / thousandths)
  if (oneLine >= SMALLEST_ONE_LINE_CQW) return { sizeCqw: oneLine, lines: 1, ink }
  const half = (thousandths / 2) * TWO_LINE_SLACK
  return { sizeCqw: Math.min(LARGEST_TWO_LINES_CQW * shareOf(2, ink), (LINE_CQW * 1000) / half), lines: 2, ink }
}

/** The same as a style; none for the largest without extra ink, which the styles have by themselves. */
export const nameStyle = ({ sizeCqw, ink }: NameSize): (CSSProperties & Record<'--fs' | '--ink', string>) | undefined =>
  sizeCqw === LARGEST_CQW ? undefined : { '--fs': `${sizeCqw.toFixed(2)}cqw`, '--ink': ink.toFixed(3) }
