import { html } from 'hono/html'
import type { Markup } from '#worker/http/document.ts'
import { type Period, PERIODS } from './period.ts'
import type { Named, Report, Series } from './read.ts'

const number = (count: number) => count.toLocaleString('en-US')
const sum = (counts: Series) => counts.reduce((all, count) => all + count, 0)
const dayName = (day: string) =>
  new Date(day).toLocaleDateString('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })

/** What was counted, as plots with their numbers beside them. */
export const analyticsPage = (report: Report, period: Period): Markup => {
  const { days, visits, generated, saved, voted, invited, channels, pages } = report
  const series = [
    { id: 'visits', title: 'Visits', counts: visits },
    { id: 'made', title: 'Cards made', counts: generated },
    { id: 'saved', title: 'Cards saved', counts: saved },
    { id: 'votes', title: 'Votes', counts: voted },
    { id: 'invited', title: 'Begun from a card', counts: invited },
  ]
  return html`<div class="doc-in counted">
    <h1 class="h1">Analytics</h1>
    <p class="mute">
      The last ${period} days, in UTC. Cards and votes are counted where they are kept. Visits, channels and pages are
      what browsers report; those that ask not to be tracked report nothing. ${shareLine(sum(invited), sum(generated))}
    </p>
    <div class="hash" aria-hidden="true"></div>
    <nav class="periods" aria-label="Period">
      ${PERIODS.map(
        (offered) => html`
          <a class="btn" href="/admin/analytics?days=${offered}" ${offered === period ? html`aria-current="page"` : ''}>
            ${offered} days
          </a>
        `,
      )}
      <a class="link" href="/admin">Reports</a>
    </nav>
    <dl class="totals">
      ${series.map(
        ({ title, counts }) =>
          html`<div>
            <dt>${title}</dt>
            <dd>${number(sum(counts))}</dd>
          </div>`,
      )}
    </dl>
    ${series.map((one) => seriesView(days, one))}
    <div class="lists">
      ${listView('channels', 'Where visits come from', 'Channel', channels)}
      ${listView('pages', 'Top pages', 'Page', pages)}
    </div>
  </div>`
}

/** How many cards came of another card. */
const shareLine = (invited: number, made: number): string =>
  made === 0
    ? ''
    : `Of 100 cards made, ${Math.min(100, Math.round((100 * invited) / made))} were begun from the page of another card.`

function seriesView(
  days: readonly string[],
  { id, title, counts }: { id: string; title: string; counts: Series },
): Markup {
  const highest = Math.max(...counts)
  const end = scaleEnd(counts)
  const first = dayName(days[0]!)
  const last = dayName(days.at(-1)!)
  const peak = highest === 0 ? 'none' : `at most ${number(highest)} on ${dayName(days[counts.indexOf(highest)]!)}`
  const label = `${title} by day, ${first} to ${last}: ${number(sum(counts))} in all, ${peak}`
  return html`<section class="series" aria-labelledby="${id}">
    <h2 class="h2" id="${id}">${title}</h2>
    <figure>
      <div class="scale small mute" aria-hidden="true">
        <span>${number(end)}</span><span>${number(end / 2)}</span><span>0</span>
      </div>
      ${columns(counts, label)}
      <figcaption class="span small mute" aria-hidden="true"><span>${first}</span><span>${last}</span></figcaption>
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
                  <td>${number(counts[i]!)}</td>
                </tr>`,
            )
            .toReversed()}
        </tbody>
      </table>
    </div>
  </section>`
}

function listView(id: string, title: string, what: string, named: readonly Named[]): Markup {
  const most = Math.max(0, ...named.map(({ count }) => count))
  return html`<section class="list" aria-labelledby="${id}">
    <h2 class="h2" id="${id}">${title}</h2>
    ${
      named.length === 0
        ? html`<p class="mute">Nothing counted yet.</p>`
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
const bar = (part: number, whole: number): Markup =>
  html`<svg aria-hidden="true" viewBox="0 0 100 8" preserveAspectRatio="none">
    <g class="bars">
      <rect x="0" y="0" width="${rounded(whole === 0 ? 0 : (part / whole) * 100)}" height="8" />
    </g>
  </svg>`
