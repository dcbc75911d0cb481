import { html } from 'hono/html'
import type { Markup } from '#worker/http/document.ts'

/** Units of the drawing; it is stretched to the width it has, so nothing in it may be text. */
const WIDTH = 1000
const HEIGHT = 200
/** Of a column's share of the width. */
const GAP = 0.28
/** Five lines, as a field has them. */
const LINES = 4
const STEPS = [1, 1.2, 1.6, 2, 3, 4, 6, 8, 10]

/** The round number at or above the highest that a scale ends with. Half of it is a round number too. */
export function scaleEnd(values: readonly number[]): number {
  const highest = Math.max(4, ...values)
  const power = 10 ** Math.floor(Math.log10(highest))
  return STEPS.map((step) => step * power).find((end) => end >= highest)!
}

const rounded = (value: number) => Number(value.toFixed(2))

/** One column for each value, on lines from nothing to {@link scaleEnd}. @param label what a screen reader says of it */
export function columns(values: readonly number[], label: string): Markup {
  const end = scaleEnd(values)
  const share = WIDTH / values.length
  const lines = Array.from({ length: LINES + 1 }, (_, i) => (HEIGHT / LINES) * i)
  const drawn = values.flatMap((value, i) => {
    const height = rounded((value / end) * HEIGHT)
    const x = rounded(share * (i + GAP / 2))
    return value === 0
      ? []
      : html`<rect x="${x}" y="${rounded(HEIGHT - height)}" width="${rounded(share * (1 - GAP))}" height="${height}" />`
  })
  return html`<svg role="img" aria-label="${label}" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none">
    <g class="yards">${lines.map((y) => html`<line x1="0" x2="${WIDTH}" y1="${y}" y2="${y}" />`)}</g>
    <g class="bars">${drawn}</g>
  </svg>`
}

/** A part of a whole. The number itself stands beside it. */
export const bar = (part: number, whole: number): Markup =>
  html`<svg aria-hidden="true" viewBox="0 0 100 8" preserveAspectRatio="none">
    <g class="bars">
      <rect x="0" y="0" width="${rounded(whole === 0 ? 0 : (part / whole) * 100)}" height="8" />
    </g>
  </svg>`
