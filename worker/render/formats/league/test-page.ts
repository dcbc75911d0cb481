import { type Page, round } from '../pdf/document.ts'
import { type Cell, layOutSheet, SHEET_PAPERS, type SheetPaper } from './sheet-layout.ts'

const MM = 72 / 25.4
const RULER_MM = 50
const CROSS_MM = 10

const HOW_TO = [
  'Print pages 1 and 2 on one sheet:',
  'actual size (100%), double-sided,',
  'flip on long edge.',
  '',
  'Hold the sheet up to a light.',
  'The thick cross of the back should',
  'lie on the fine cross of the front.',
]
const HELP = [
  'Each step of a cross is 1 mm.',
  '',
  'Up to 2 mm off is fine: the bleed',
  'covers it. If it is more, look for',
  '"actual size" and "flip on long edge"',
  'in your print settings, and straighten',
  'the paper in its tray.',
]

/** Returns one side of the test sheet, which shows whether the size is right and both sides line up. */
export function testPage(paper: SheetPaper, side: 'front' | 'back'): Page {
  const cells = layOutSheet(paper, side)
  const [one, title, three, , ruler, , seven, help, nine] = cells as readonly [
    ...[Cell, Cell, Cell, Cell, Cell],
    ...[Cell, Cell, Cell, Cell],
  ]
  const crosses = [one, three, seven, nine].map((cell) => (side === 'front' ? fineCross(cell) : thickCross(cell)))
  const words =
    side === 'front'
      ? [
          ...write(title, 'Print this test sheet first', HOW_TO),
          ...write(help, 'Not quite there?', HELP),
          ...write(ruler, 'True size', [`This line is ${RULER_MM} mm (1.97 in) long:`]),
          drawRuler(ruler),
        ]
      : write(title, 'Back of the test sheet', [])
  const content = [...cells.map(drawFrame), ...cells.map(drawNumber), ...crosses, ...words].join('\n')
  return { ...SHEET_PAPERS[paper], content }
}

const drawFrame = ({ trim: { left, bottom, width, height } }: Cell): string =>
  `q 0.6 G 0.5 w [3 2] 0 d ${[left, bottom, width, height].map(round).join(' ')} re S Q`

const drawNumber = ({ trim }: Cell, index: number): string =>
  text(trim.left + 10, trim.bottom + trim.height - 22, 'Bold', 12, String(index + 1), 0.55)

function write({ trim }: Cell, heading: string, lines: readonly string[]): string[] {
  const [left, top] = [trim.left + 12, trim.bottom + trim.height - 56]
  return [
    text(left, top, 'Bold', 12, heading),
    ...lines.map((line, i) => text(left, top - 20 - i * 13, 'Label', 9.5, line)),
  ]
}

const text = (x: number, y: number, font: 'Label' | 'Bold', size: number, words: string, gray = 0): string =>
  `BT ${gray} g /${font} ${size} Tf ${round(x)} ${round(y)} Td (${words.replaceAll(/[\\()]/g, String.raw`\$&`)}) Tj ET`

const getMiddle = ({ trim: { left, bottom, width, height } }: Cell) => ({ x: left + width / 2, y: bottom + height / 2 })

const line = (x: number, y: number, toX: number, toY: number): string =>
  `${round(x)} ${round(y)} m ${round(toX)} ${round(toY)} l`

/** Draws a cross with a tick every millimeter. */
function fineCross(cell: Cell): string {
  const { x, y } = getMiddle(cell)
  const reach = CROSS_MM * MM
  const steps = Array.from({ length: 2 * CROSS_MM + 1 }, (_, i) => (i - CROSS_MM) * MM).flatMap((at, i) => {
    const half = (i % 5 === 0 ? 2 : 1) * MM
    return [line(x + at, y - half, x + at, y + half), line(x - half, y + at, x + half, y + at)]
  })
  return `q 0 G 0.3 w ${[line(x - reach, y, x + reach, y), line(x, y - reach, x, y + reach), ...steps].join(' ')} S Q`
}

function thickCross(cell: Cell): string {
  const { x, y } = getMiddle(cell)
  const reach = CROSS_MM * MM
  return `q 0 G 1.6 w ${line(x - reach, y, x + reach, y)} ${line(x, y - reach, x, y + reach)} S Q`
}

function drawRuler(cell: Cell): string {
  const { x, y } = getMiddle(cell)
  const half = (RULER_MM * MM) / 2
  const steps = Array.from({ length: RULER_MM + 1 }, (_, i) => {
    const at = x - half + i * MM
    return line(at, y, at, y + (i % 10 === 0 ? 5 : i % 5 === 0 ? 3.5 : 2) * MM)
  })
  return `q 0 G 0.4 w ${line(x - half, y, x + half, y)} ${steps.join(' ')} S Q`
}
