import { html } from 'hono/html'
import type { Markup } from '#worker/http/document.ts'

/** A number for each of some days. */
export type Series = readonly number[]

export type Named = { readonly name: string; readonly count: number }

/** @param format how a number is written; missing: as a count */
export type SeriesParts = {
  readonly id: string
  readonly title: string
  readonly counts: Series
  readonly format?: (value: number) => string
  /** Whether the days do not add up, as with what is stored. */
  readonly isLevel?: boolean
  /** What the scale ends with at the least. */
  readonly leastEnd?: number
}

export const number = (count: number): string => count.toLocaleString('en-US')
export const sum = (counts: Series): number => counts.reduce((all, count) => all + count, 0)
const dayName = (day: string) =>
  new Date(day).toLocaleDateString('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })

/** A plot by day, with its numbers in a table beside it. @param days as `2026-11-21`, oldest first, one for each number */
export function seriesView(
  days: readonly string[],
  { id, title, counts, format = number, isLevel = false, leastEnd = LEAST_END }: SeriesParts,
): Markup {
  const highest = Math.max(...counts)
  const end = scaleEnd(counts, leastEnd)
  const inAll = isLevel ? `${format(counts.at(-1)!)} now` : `${format(sum(counts))} in all`
  const first = dayName(days[0]!)
  const last = dayName(days.at(-1)!)
  const peak = highest === 0 ? 'none' : `at most ${format(highest)} on ${dayName(days[counts.indexOf(highest)]!)}`
  const label = `${title} by day, ${first} to ${last}: ${inAll}, ${peak}`
  return html`<section class="series" aria-labelledby="${id}">
    <h2 class="text-heading" id="${id}">${title}</h2>
    <figure>
      <div class="scale text-small text-mute" aria-hidden="true">
        <span>${format(end)}</span><span>${format(end / 2)}</span><span>0</span>
      </div>
      ${columns(counts, label, end)}
      <figcaption class="span text-small text-mute" aria-hidden="true">
        <span>${first}</span><span>${last}</span>
      </figcaption>
    </figure>
    <div class="numbers" tabindex="0" role="region" aria-label="${title} by day, in numbers">
      <table>
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">${title}</th>
          </tr>
        </thead>
        <tbody>
          ${days
            .map(
              (day, i) =>
                html`<tr>
                  <th scope="row"><time datetime="${day}">${dayName(day)}</time></th>
                  <td>${format(counts[i]!)}</td>
                </tr>`,
            )
            .toReversed()}
        </tbody>
      </table>
    </div>
  </section>`
}

/** Names with their counts, most first. @param what the names are, as the table's heading */
export function listView(id: string, title: string, what: string, named: readonly Named[]): Markup {
  const most = Math.max(0, ...named.map(({ count }) => count))
  return html`<section class="list" aria-labelledby="${id}">
    <h2 class="text-heading" id="${id}">${title}</h2>
    ${
      named.length === 0
        ? html`<p class="text-mute">Nothing counted yet.</p>`
        : html`<table>
            <thead>
              <tr>
                <th scope="col">${what}</th>
                <td></td>
                <th scope="col">Count</th>
              </tr>
            </thead>
            <tbody>
              ${named.map(
                ({ name, count }) =>
                  html`<tr>
                    <th scope="row"><bdi>${name}</bdi></th>
                    <td>${bar(count, most)}</td>
                    <td>${number(count)}</td>
                  </tr>`,
              )}
            </tbody>
          </table>`
    }
  </section>`
}

/** Units of the drawing; it is stretched to the width it has, so nothing in it may be text. */
const WIDTH = 1000
const HEIGHT = 200
/** Of a column's share of the width. */
const GAP = 0.28
/** Five lines, as a field has them. */
const LINES = 4
/** Of counts. */
const LEAST_END = 4
const STEPS = [1, 1.2, 1.6, 2, 3, 4, 6, 8, 10]

/** The round number at or above the highest that a scale ends with. Half of it is a round number too. */
export function scaleEnd(values: readonly number[], least = LEAST_END): number {
  const highest = Math.max(least, ...values)
  const power = 10 ** Math.floor(Math.log10(highest))
  return STEPS.map((step) => step * power).find((end) => end >= highest * (1 - Number.EPSILON * 8))!
}

const rounded = (value: number) => Number(value.toFixed(2))

/** One column for each value, on lines from nothing to `end`. @param label what a screen reader says of it */
export function columns(values: readonly number[], label: string, end = scaleEnd(values)): Markup {
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
const bar = (part: number, whole: number): Markup =>
  html`<svg aria-hidden="true" viewBox="0 0 100 8" preserveAspectRatio="none">
    <g class="bars">
      <rect x="0" y="0" width="${rounded(whole === 0 ? 0 : (part / whole) * 100)}" height="8" />
    </g>
  </svg>`
