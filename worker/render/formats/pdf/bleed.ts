import type { Frame } from './picture.ts'

/** A rectangle in points, 72 to the inch, from the lower left corner of the page. */
export type Area = { readonly left: number; readonly bottom: number; readonly width: number; readonly height: number }

/** Bleed of a picture beyond each side of its trim, in points. */
export type Bleed = { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number }

/**
 * The strip of the card's edge that is stretched over the bleed, in thousandths of its width. It is plain metal, inside
 * the bright bevel and outside every tier's relief. It starts in the middle of a pixel, so that viewers that blend two
 * pixels blend equal ones.
 */
const EDGE = { from: 4.5, width: 1 } as const
/** The bleed extends under its neighbors, because viewers would show a hairline between the two. */
const TUCK = 1

/**
 * A strip along one side of the page (`from`, `to`), and the position of the picture that fills it (`start`, `length`).
 */
type Span = { from: number; to: number; start: number; length: number }

/**
 * Returns the operators that paint a card into its trim and stretch its own edge over the bleed. Corners come first,
 * then the sides, then the card itself over all their inner edges.
 *
 * @param name the picture's name in the page's resources
 */
export function paintWithBleed(name: string, { width, height }: Frame, trim: Area, bleed: Bleed): string {
  const edges = 1000 / EDGE.width
  const [left, across, right] = toSpans(trim.left, trim.width, [bleed.left, bleed.right], edges)
  const [bottom, up, top] = toSpans(trim.bottom, trim.height, [bleed.bottom, bleed.top], (edges * height) / width)
  const corners = [left, right].flatMap((x) => [bottom, top].map((y) => [x, y] as const))
  const sides = [
    ...[left, right].map((x) => [x, up] as const),
    ...[bottom, top].map((y) => [across, y] as const),
    [across, up] as const,
  ]
  return [...corners, ...sides].flatMap(([x, y]) => (x === null || y === null ? [] : [paint(name, x, y)])).join('\n')
}

/**
 * Returns start, middle and end of one axis. A side without bleed has none.
 *
 * @param edges number of edge strips that fit along the card
 */
function toSpans(
  start: number,
  length: number,
  [before, after]: readonly [number, number],
  edges: number,
): [Span | null, Span, Span | null] {
  const end = start + length
  const skipped = (bleed: number) => (bleed * EDGE.from) / EDGE.width
  return [
    before === 0
      ? null
      : { from: start - before, to: start + TUCK, start: start - before - skipped(before), length: before * edges },
    { from: start, to: end, start, length },
    after === 0
      ? null
      : {
          from: end - TUCK,
          to: end + after,
          start: end + after + skipped(after) - after * edges,
          length: after * edges,
        },
  ]
}

const paint = (name: string, x: Span, y: Span): string =>
  `q ${x.from} ${y.from} ${x.to - x.from} ${y.to - y.from} re W n ` +
  `${x.length} 0 0 ${y.length} ${x.start} ${y.start} cm /${name} Do Q`
