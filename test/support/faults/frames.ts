import { randomFrom } from '../random.ts'

/** The fate of one frame that a server sends. */
export type Fate = 'sent' | 'lost' | 'late' | 'twice'
type Happening = Fate | 'broken' | 'half-open'

/**
 * A socket's faults, replayable from one number: frames that are lost, late (so that others overtake them) or sent
 * twice, connections that break without a word, and those that stay open on one side while nothing arrives any more.
 *
 * @param ordered whether frames carry numbers; without, a lost or late one cannot be noticed
 */
export function createFrameStorm(seed: number, ordered: boolean) {
  const chance = randomFrom(seed)
  const counts: Record<Happening, number> = { sent: 0, lost: 0, late: 0, twice: 0, broken: 0, 'half-open': 0 }
  const noted = <T extends Happening>(what: T): T => {
    counts[what]++
    return what
  }
  const happens = (what: Happening, probability: number): boolean => {
    const luck = chance() < probability
    if (luck) noted(what)
    return luck
  }
  return {
    chance,
    /** How often each has happened. */
    counts,
    fateOf(): Fate {
      const luck = chance()
      if (luck > 0.9) return noted('twice')
      if (luck > 0.2 || !ordered) return noted('sent')
      return noted(luck < 0.1 ? 'late' : 'lost')
    },
    /** True if the connection breaks now. */
    breaks: (): boolean => happens('broken', 0.05),
    /** True if from now on nothing arrives. */
    opensHalf: (): boolean => happens('half-open', 0.03),
    /** A whole number of milliseconds, from 1 to `most`. */
    pause: (most: number): number => 1 + Math.floor(chance() * most),
  }
}
