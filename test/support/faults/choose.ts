import { randomFrom } from '../random.ts'
import { type Fault, FAULTS, type Moment, type Part } from './catalogue.ts'

/** One call of an act: the n-th of its name, counted from 0. Calls that run at the same time have no other order. */
export type Point = { readonly part: Part; readonly name: string; readonly nth: number }

/** A fault at a point. */
export type Injection = { readonly point: Point; readonly fault: Fault }

export const toldOf = ({ point, fault }: Injection): string => `${fault.name} at ${point.name} (${point.nth})`

const MOMENTS: readonly Moment[] = ['before', 'after']

const isFor = (fault: Fault, { part, name }: Point): boolean => fault.part === part && (fault.only?.test(name) ?? true)

/**
 * The faults that an act's points are to have, by the seed alone: each point one before and one after it, taken in turn
 * from those that are for it, and each fault at one point at least. Of clocks, which are asked often, only the latter.
 *
 * @param share how many of them, from 0 to 1: also by the seed, and never none
 */
export function injectionsOf(points: readonly Point[], { seed, share }: { seed: number; share: number }): Injection[] {
  const chance = randomFrom(seed)
  const below = (count: number): number => Math.floor(chance() * count)
  const turn = below(1000)
  const inTurn = points
    .filter(({ part }) => part !== 'clock')
    .flatMap((point, at) =>
      MOMENTS.flatMap((moment) => {
        const possible = FAULTS.filter((fault) => fault.moment === moment && isFor(fault, point))
        return possible.length === 0 ? [] : [{ point, fault: possible[(turn + at) % possible.length]! }]
      }),
    )
  const others = FAULTS.filter((fault) => !inTurn.some((one) => one.fault === fault)).flatMap((fault) => {
    const possible = points.filter((point) => isFor(fault, point))
    return possible.length === 0 ? [] : [{ point: possible[below(possible.length)]!, fault }]
  })
  const all = [...inTurn, ...others]
  const every = Math.max(1, Math.min(all.length, Math.round(1 / share)))
  const first = below(every)
  return all.filter((_, at) => at % every === first)
}
