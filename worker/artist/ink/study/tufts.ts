import { createRandom } from '../field/noise.ts'
import { smoothstep } from '#worker/graphics/numbers.ts'

/** Tufts stand around this point, and their width is measured along an arc of this radius. In units. */
const ARC = { y: -26, radius: 58 } as const
/** Width and height of tufts on straight and on textured hair, in units. Widths vary by 0.6 of them, and few tufts are high. */
const STRAIGHT = { width: 16, height: 1.1 } as const
const TEXTURED = { width: 12, height: 1.4 } as const
/** Curliness of short textured hair, whose tufts are spikes, and of curls, which have bumps instead. */
const SPIKES = [0.08, 0.3] as const
const BUMPS = [0.6, 0.9] as const
/** Position of a tuft's tip within its width. Tips lean away from the middle. */
const TIP = 0.75

/** Height of the hair's uneven edge above a smooth outline, at a point of head space. In units. */
export type Tufts = (x: number, y: number) => number

/** Creates the edge of a reconstructed crown: spikes on textured hair, slight waves on straight hair. */
export function createTufts(curls: number): Tufts {
  const spiky = smoothstep(...SPIKES, curls)
  const share = 1 - smoothstep(...BUMPS, curls)
  const width = STRAIGHT.width + (TEXTURED.width - STRAIGHT.width) * spiky
  const height = share * (STRAIGHT.height + (TEXTURED.height - STRAIGHT.height) * spiky)
  // A seed from the photo makes its drawing deterministic, without the same tufts on every head.
  const random = createRandom(60493 + Math.round(1e6 * curls))
  /** Tufts of each side from the middle outward. */
  const createSide = () => {
    const tufts: { from: number; to: number; high: number }[] = []
    for (let from = 0; from < Math.PI * ARC.radius;) {
      const to = from + width * (0.4 + 1.2 * random())
      tufts.push({ from, to, high: height * (0.25 + 1.25 * random() ** 2) })
      from = to
    }
    return tufts
  }
  const sides = [createSide(), createSide()] as const
  return (x, y) => {
    const along = ARC.radius * Math.atan2(x, ARC.y - y)
    const at = Math.abs(along)
    const tuft = sides[along < 0 ? 0 : 1].find(({ to }) => at < to)
    if (!tuft) return 0
    const across = (at - tuft.from) / (tuft.to - tuft.from)
    const rise = across < TIP ? across / TIP : (1 - across) / (1 - TIP)
    // Spikes are concave, waves are round.
    const round = rise * rise * (3 - 2 * rise)
    return tuft.high * (round + spiky * (rise ** 1.2 - round))
  }
}
