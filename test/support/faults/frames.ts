import { randomFrom } from '../random.ts'

/** The fate of one frame from a server. */
export type Fate = 'sent' | 'lost' | 'late' | 'twice'
type Happening = Fate | 'broken' | 'half-open'

/**
 * Simulates a socket's faults, reproducible from a seed. Frames get lost, duplicated, or delayed so that others overtake
 * them. Connections break silently, or become half-open and deliver nothing more.
 *
 * @param ordered whether frames carry sequence numbers; without them, a lost or delayed frame cannot be detected
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
    /** Number of faults by kind. */
    counts,
    getFate(): Fate {
      const luck = chance()
      if (luck > 0.9) return noted('twice')
      if (luck > 0.2 || !ordered) return noted('sent')
      return noted(luck < 0.1 ? 'late' : 'lost')
    },
    /** True if the connection breaks now. */
    breaks: (): boolean => happens('broken', 0.05),
    /** True if nothing arrives from now on. */
    opensHalf: (): boolean => happens('half-open', 0.03),
    /** An integer number of milliseconds, from 1 to `most`. */
    pause: (most: number): number => 1 + Math.floor(chance() * most),
  }
}
