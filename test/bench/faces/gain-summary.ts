import { type ClassGain, type Region, REGIONS } from './class-gain.ts'
import type { Measured } from './measure.ts'
import { share, type Row } from './summary.ts'
import { HAS, hasTrait } from './traits.ts'

type Gained = Measured & { readonly gain: ClassGain | null }

const REGION_NAMES: Readonly<Record<Region, string>> = {
  crown: 'above the brows',
  sides: 'beside the face',
  below: 'below the chin',
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

/** The legend of {@link gainRows}. */
export const GAIN_WORDS = [
  `hats: things of ${HAS.hat} square units or more above the brows (a head is about 9,500); glasses: ${HAS.glasses} or more over the eyes;`,
  `hands: ${HAS.hands} or more of body skin above the chin, beside or over the face; bald: less than ${HAS.crownHairLess} of hair above the brows, and no hat.`,
  'head + −: mean square units that only the outline with classes holds, and that only the one without holds (walls, clothes, hands).',
  'changed: mean share of the drawn head whose color is visibly another (CIE 1976, more than 10 apart).',
].join('\n')

/** Summarizes the effect of the segmentation net, by photo traits. */
export function gainRows(all: readonly Gained[]): Row[] {
  const seen = all.filter(({ gain, traits }) => gain !== null && traits !== null)
  const groups: readonly (readonly [string, readonly Gained[]])[] = [
    ...Object.entries(hasTrait).map(([name, has]) => [name, seen.filter(({ traits }) => has(traits!))] as const),
    ['all', seen],
  ]
  return groups.map(([name, people]): Row => {
    if (people.length === 0) return [`classes, ${name}`, 'on no photo']
    const gains = people.map(({ gain }) => gain!)
    const regions = REGIONS.map((region) => {
      const [more, less] = (['more', 'less'] as const).map((side) => mean(gains.map(({ mask }) => mask[region][side])))
      return `${REGION_NAMES[region]} +${more!.toFixed(0)} −${less!.toFixed(0)}`
    })
    const other = gains.filter(({ finish }) => finish[0] !== finish[1]).length
    return [
      `classes, ${name}`,
      `${people.length} photos (${share(people.length, all.length)}); head ${regions.join(', ')}; changed ${share(mean(gains.map(({ changed }) => changed)), 1)}; other finish ${other}`,
    ]
  })
}
