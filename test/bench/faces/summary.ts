import type { Measured } from './measure.ts'

/** A row of the table: what was measured, and the result. */
export type Row = readonly [label: string, value: string]

const SKIN_GROUPS = [
  ['below 45', (lightness: number) => lightness < 45],
  ['45 to 62', (lightness: number) => lightness >= 45 && lightness <= 62],
  ['above 62', (lightness: number) => lightness > 62],
] as const
/** Largest differences between two equally good prints of one photo. */
const TONE_NEAR = 6
const UNITS_NEAR = 10

export const share = (count: number, of: number): string => (of === 0 ? '–' : `${((100 * count) / of).toFixed(0)} %`)

const quantile = (values: readonly number[], q: number): number | null =>
  values.length === 0
    ? null
    : values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(q * values.length))]!

const format = (value: number | null, digits = 1): string => (value === null ? '–' : value.toFixed(digits))

const middleAnd90 = (values: readonly number[], digits = 1): string =>
  `median ${format(quantile(values, 0.5), digits)}, p90 ${format(quantile(values, 0.9), digits)}`

const given = (values: readonly (number | null)[]): number[] => values.filter((value) => value !== null)

/** Difference in cheek lightness between art and photo. */
const toneError = ({ cheeks, drawnCheeks }: Measured): number | null =>
  cheeks && drawnCheeks && drawnCheeks[0] - cheeks[0]

/** The table of `npm run bench -- cheeks`. */
export function toRows(all: readonly Measured[]): Row[] {
  const count = (is: (one: Measured) => boolean) => all.filter(is).length
  const part = (is: (one: Measured) => boolean) => `${count(is)} (${share(count(is), all.length)})`
  const clean = all.filter(({ found, notices }) => found === 'one' && notices.length === 0)
  const offset = (label: string, values: readonly (number | null)[]): Row => {
    const seen = given(values)
    const far = seen.filter((value) => value > UNITS_NEAR).length
    return [
      label,
      `${middleAnd90(seen)} units, more than ${UNITS_NEAR} on ${share(far, seen.length)}; nets see ${seen.length} of ${values.length} drawings`,
    ]
  }
  const drawn = all.filter(({ cheeks }) => cheeks !== null)
  return [
    ['photos', String(all.length)],
    ['face found', part(({ found }) => found !== 'none')],
    ['inked', part(({ finish }) => finish === 'ink')],
    ['photo finish', part(({ finish }) => finish === 'photo')],
    ['asked again: no face', part(({ found }) => found === 'none')],
    ['asked again: several', part(({ found }) => found === 'several')],
    [
      'inked, of photos with nothing to say about',
      `${share(clean.filter(({ finish }) => finish === 'ink').length, clean.length)} of ${clean.length}`,
    ],
    ...noticeRows(all),
    ...SKIN_GROUPS.flatMap(([name, is]) =>
      skinRows(
        name,
        drawn.filter(({ cheeks }) => is(cheeks![0])),
      ),
    ),
    ...skinRows('of all', drawn),
    offset(
      'eyes, from their landmarks',
      all.map(({ eyesOff }) => eyesOff),
    ),
    offset(
      'gear on the face, from the eyes',
      all.map(({ faceGearOff }) => faceGearOff),
    ),
    offset(
      'gear on the skull, from its top',
      all.map(({ skullGearOff }) => skullGearOff),
    ),
    [
      'processor time of drawing, warm',
      `median ${format(
        quantile(
          all.map(({ ms }) => ms),
          0.5,
        ),
        0,
      )} ms, p95 ${format(
        quantile(
          all.map(({ ms }) => ms),
          0.95,
        ),
        0,
      )} ms (a generation: npm run bench:generation)`,
    ],
    ['memory', 'npm run bench:memory'],
  ]
}

function noticeRows(all: readonly Measured[]): Row[] {
  const codes = [...new Set(all.flatMap(({ notices }) => notices))].sort()
  return codes.map((code): Row => {
    const noticed = all.filter(({ notices }) => notices.includes(code))
    return [
      `notice ${code}`,
      `${noticed.length}, of them inked ${noticed.filter(({ finish }) => finish === 'ink').length}`,
    ]
  })
}

/** Skin errors of a group, for drawn faces and for photos. */
function skinRows(group: string, people: readonly Measured[]): Row[] {
  const inked = people.filter(({ finish }) => finish === 'ink')
  const line = (some: readonly Measured[]): string => {
    const errors = given(some.map(toneError))
    const near = errors.filter((error) => Math.abs(error) <= TONE_NEAR).length
    return `${middleAnd90(errors.map(Math.abs))}, ${TONE_NEAR} or less on ${share(near, errors.length)}, median ${signed(quantile(errors, 0.5))}`
  }
  return [
    [`cheeks L* ${group}: inked`, `${inked.length} of ${people.length} (${share(inked.length, people.length)})`],
    [`cheeks L* ${group}: |ΔL*| inked`, line(inked)],
    [`cheeks L* ${group}: |ΔL*| photo`, line(people.filter(({ finish }) => finish !== 'ink'))],
    [`cheeks L* ${group}: ΔE to the arms`, middleAnd90(given(inked.map(({ armsOff }) => armsOff)))],
  ]
}

const signed = (value: number | null) =>
  value === null ? '–' : `${value >= 0 ? '+' : '−'}${Math.abs(value).toFixed(1)}`
