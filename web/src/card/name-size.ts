import type { CSSProperties } from 'react'

/** Advance widths of the display font, in thousandths of its size, and the characters that have each. */
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
/** Descents below the baseline, in the same unit. */
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
/** The default line's space for descenders, and the height of capitals, as fractions of the font size. */
const [ROOM_BELOW, CAPITALS] = [0.0515, 0.86]
/** Line height of names without deep descenders. */
const LINE_HEIGHT = 0.95
const LETTER_SPACING = 10

const byCharacter = (table: Readonly<Record<number, string>>): ReadonlyMap<string, number> =>
  new Map(Object.entries(table).flatMap(([value, characters]) => [...characters].map((c) => [c, Number(value)])))

const widthTable = byCharacter(WIDTHS)
const depthTable = byCharacter(DEPTHS)

/** Returns how far a name's descenders (of an underscore or a cedilla) exceed the default line, as a fraction of its size. */
function getExtraDescent(capitals: string): number {
  const depths = [...capitals].map((c) => depthTable.get(c) ?? (widthTable.has(c) ? 0 : UNKNOWN_DEPTH))
  return Math.max(0, Math.max(0, ...depths) / 1000 - ROOM_BELOW)
}

const LINE_CQW = 83.5
const LARGEST_CQW = 14.6
const SMALLEST_ONE_LINE_CQW = 8
const LARGEST_TWO_LINES_CQW = 7.6
/** Allowed difference between a name's two lines. */
const TWO_LINE_SLACK = 1.2

/** Returns the fraction of the largest size at which a name with extra descent is as high as one without. */
function getShare(lines: 1 | 2, ink: number): number {
  const usual = CAPITALS + ROOM_BELOW + (lines - 1) * LINE_HEIGHT
  return usual / (usual + (2 * lines - 1) * ink)
}

/** A name's font size in `cqw`, its number of lines, and the extra descent (`ink`) of each. */
export type NameSize = { readonly sizeCqw: number; readonly lines: 1 | 2; readonly ink: number }

/** Returns the size at which a name fills its plate, on one or two lines. */
export function nameSize(name: string): NameSize {
  const capitals = name.toUpperCase()
  const ink = getExtraDescent(capitals)
  const thousandths = [...capitals].reduce(
    (sum, character) => sum + (widthTable.get(character) ?? UNKNOWN_WIDTH) + LETTER_SPACING,
    0,
  )
  const oneLine = Math.min(LARGEST_CQW * getShare(1, ink), (LINE_CQW * 1000) / thousandths)
  if (oneLine >= SMALLEST_ONE_LINE_CQW) return { sizeCqw: oneLine, lines: 1, ink }
  const half = (thousandths / 2) * TWO_LINE_SLACK
  return { sizeCqw: Math.min(LARGEST_TWO_LINES_CQW * getShare(2, ink), (LINE_CQW * 1000) / half), lines: 2, ink }
}

/** Returns the size as a style, or undefined for the styles' default. */
export const nameStyle = ({ sizeCqw, ink }: NameSize): (CSSProperties & Record<'--fs' | '--ink', string>) | undefined =>
  sizeCqw === LARGEST_CQW ? undefined : { '--fs': `${sizeCqw.toFixed(2)}cqw`, '--ink': ink.toFixed(3) }
