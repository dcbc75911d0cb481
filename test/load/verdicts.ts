import { type Answered, countsOf, isFault, of, quantile } from './traffic.ts'

/** Overload: when the first refusal has to be there, how long answers and refusals may take, and when it is calm again. */
const SHED_WITHIN_MS = 1000
const REFUSED_P99_MS = 1000
const SERVED_P99_MS = 2000
const RECOVERED_WITHIN_MS = 5000
/** Calm is what one in a hundred was slower than before the load, times this: the machine is used by others too. */
const SLOW = 3
/** So many good seconds in a row are calm. */
const CALM_SECONDS = 2

/** Soak: how much memory may grow in a minute, and how much slower the slowest may become. */
const MEMORY_MB_PER_MINUTE = 1
const DRIFT = 1.5
/** At 60 % of the peak nothing has to be refused; the share is for moments in which the machine does something else. */
const REFUSED_SHARE = 0.001
/** Of what was due; less was sent only when the machine that sends was held up. */
const SENT_SHARE = 0.9

type Say = (line: string) => void
type Flood = Readonly<Record<'calm' | 'flood' | 'votes' | 'after', readonly Answered[]>>

const ms = (value: number) => `${value.toFixed(0)} ms`

/**
 * @param measured before, during and beside the load, and from its end on
 * @throws Error when refusals or answers are late, a vote is not counted, anything is answered wrongly, nothing had to be
 * refused, or the server has not recovered
 */
export function judgeOverload({ calm, flood, votes, after }: Flood, say: Say): void {
  const [served, refused] = [of(flood, 'right'), of(flood, 'refused')]
  const first = Math.min(...refused.map(({ at, took }) => at + took))
  const recovered = recoveryMs(after, quantile(calm, 0.99) * SLOW)
  const p99 = { calm: quantile(calm, 0.99), served: quantile(served, 0.99), refused: quantile(refused, 0.99) }
  say(`calm p99 ${ms(p99.calm)}`)
  say(
    `under load: ${flood.length} reads, ${served.length} answered (p99 ${ms(p99.served)}), ${refused.length} refused (p99 ${ms(p99.refused)})`,
  )
  say(`${votes.length} votes, ${of(votes, 'right').length} counted (p99 ${ms(quantile(votes, 0.99))})`)
  say(`first refusal after ${ms(first)}, calm ${ms(recovered)} after the load`)
  const all = [...calm, ...flood, ...votes, ...after]
  fail({
    'answers that are no good': all.some(isFault) && countsOf(all.filter(isFault)),
    'refused before the load': of(calm, 'refused').length > 0 && countsOf(calm),
    'votes that were not counted': of(votes, 'right').length < votes.length && countsOf(votes),
    'nothing was answered under load': served.length === 0,
    'the first refusal was late': !(first <= SHED_WITHIN_MS),
    'refusals were late': !(p99.refused <= REFUSED_P99_MS),
    'answers were late': !(p99.served <= SERVED_P99_MS),
    'it did not recover in time': !(recovered <= RECOVERED_WITHIN_MS),
    'refused when it had recovered': after.some(({ at, verdict }) => verdict === 'refused' && at > recovered),
  })
}

/** When the first of some good seconds in a row began: without a refusal, and nineteen of twenty answers not slow. */
function recoveryMs(answers: readonly Answered[], slowMs: number): number {
  const seconds: Answered[][] = []
  for (const one of answers) (seconds[Math.floor(one.at / 1000)] ??= []).push(one)
  const isGood = (second: readonly Answered[] | undefined) =>
    second !== undefined && of(second, 'right').length === second.length && quantile(second, 0.95) <= slowMs
  const calm = seconds.findIndex((_, i) => seconds.slice(i, i + CALM_SECONDS).filter(isGood).length === CALM_SECONDS)
  return calm < 0 ? Number.POSITIVE_INFINITY : calm * 1000
}

/** A piece of a soak. */
export type Slice = {
  readonly answers: readonly Answered[]
  /** The Worker's memory after it, without garbage. */
  readonly liveMb: number
}

type Soak = { readonly slices: readonly Slice[]; readonly sliceSeconds: number; readonly perSecond: number }

/**
 * Noise: memory is the median of the slopes between all pairs (Theil-Sen), so that one sample taken while something large
 * was held decides nothing; slowness is the median p99 of the last third beside that of the first, so that no single
 * pause of the machine does.
 *
 * @throws Error when anything is answered wrongly, more than one in a thousand is refused, memory rises or answers become slow
 */
export function judgeSoak({ slices, sliceSeconds, perSecond }: Soak, say: Say): void {
  const all = slices.flatMap(({ answers }) => answers)
  const refused = of(all, 'refused').length
  const slope = (slopeOf(slices.map(({ liveMb }) => liveMb)) * 60) / sliceSeconds
  const third = Math.max(1, Math.floor(slices.length / 3))
  const p99Of = (part: readonly Slice[]) => medianOf(part.map(({ answers }) => quantile(answers, 0.99)))
  const drift = p99Of(slices.slice(-third)) / p99Of(slices.slice(0, third))
  say(
    `${all.length} answers, ${refused} refused: ${slope.toFixed(2)} MB a minute, p99 ${drift.toFixed(2)} of the beginning's`,
  )
  fail({
    'too little was asked': all.length < slices.length * sliceSeconds * perSecond * SENT_SHARE,
    'answers that are no good': all.some(isFault) && countsOf(all.filter(isFault)),
    refused: refused > all.length * REFUSED_SHARE && countsOf(of(all, 'refused')),
    'memory rises': !(slope <= MEMORY_MB_PER_MINUTE),
    'answers become slow': !(drift <= DRIFT),
  })
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return (sorted[Math.floor((sorted.length - 1) / 2)]! + sorted[Math.ceil((sorted.length - 1) / 2)]!) / 2
}

/** How much is added from one value to the next. */
const slopeOf = (values: readonly number[]): number =>
  medianOf(values.flatMap((one, i) => values.slice(i + 1).map((other, j) => (other - one) / (j + 1))))

/** @throws Error that names all that is so, each with its reason when it has one */
function fail(faults: Readonly<Record<string, string | boolean>>): void {
  const found = Object.entries(faults).filter(([, is]) => is !== false)
  if (found.length === 0) return
  throw new Error(found.map(([name, why]) => (why === true ? name : `${name}: ${why}`)).join('; '))
}
