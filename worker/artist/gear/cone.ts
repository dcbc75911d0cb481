import { CHALK, fill, group, highlight, inked, line } from '#worker/graphics/svg.ts'
import type { Gear } from './gear.ts'
import { getRimColor, modelled } from './modelled.ts'

const ORANGE = '#ff6a1a'
const DEEP_ORANGE = '#b93c05'
const BODY = 'M-51 -61L-12 -164C-9 -170 9 -170 12 -164L51 -61C28 -49 -28 -49 -51 -61Z'
const BANDS = [
  'M-44 -80L-31.5 -112C-11 -104 11 -104 31.5 -112L44 -80C18 -69 -18 -69 -44 -80Z',
  'M-26.5 -126L-19 -146C-7 -142 7 -142 19 -146L26.5 -126C10 -119.5 -10 -119.5 -26.5 -126Z',
]
/** Retroreflective glass beads, drawn as a diamond mesh. */
const BEADS =
  'M-46 -104L46 -84M-46 -84L46 -104M-46 -94L46 -74M-46 -74L46 -94M-46 -114L46 -94M-46 -94L46 -114M-30 -142L30 -126M-30 -126L30 -142M-30 -132L30 -148'
const MOUTH = 'M-11 -165C-6 -160 6 -160 11 -165C7 -169 -7 -169 -11 -165Z'
/** A square slab of rubber, bent around the head, with two corners in front. */
const FOOT =
  'M-56 -68C-38 -74 38 -74 56 -68L77 -53C82 -48 81 -42 74 -40C42 -29 -42 -29 -74 -40C-81 -42 -82 -48 -77 -53Z'
const FOOT_EDGE = 'M-79 -47C-44 -35 44 -35 79 -47'
const SHINE = 'M-36 -70L-8 -158L-3 -160L-23 -64Z'
const SCUFFS = 'M6 -90l8 6M12 -120l-5 7M-40 -46l10 2M26 -46l12 -3'

export const cone: Gear = {
  id: 'cone',
  fit: { top: 172, hides: 'hair', rim: { half: 76, y: -32, endY: -42, most: 84 } },
  front: (colors) => {
    const rim = getRimColor(colors)
    return group(
      { transform: 'rotate(-5 0 -50)' },
      modelled(
        'cone-foot',
        FOOT,
        DEEP_ORANGE,
        { shadeUnits: 18, shade: 0.36, lit: 0.5, rim },
        fill(FOOT, ORANGE, { transform: 'translate(0 -7)' }),
        line(FOOT_EDGE, '#7c2602', 2),
      ),
      fill('M-51 -58C-28 -46 36 -46 58 -58L66 -54C42 -40 -26 -40 -54 -52Z', '#5a1c02', { opacity: 0.5 }),
      modelled(
        'cone-body',
        BODY,
        ORANGE,
        { shadeUnits: 0, lit: 0.4, rim },
        ...BANDS.map((band) => fill(band, CHALK)),
        line(BEADS, '#c3cdd0', 1.2, { opacity: 0.75 }),
        ...BANDS.map((band) => inked(band, 'none', { 'stroke-width': 2 })),
        fill('M3 -172L12 -166L56 -56L14 -46C16 -90 11 -130 3 -172Z', '#000000', { opacity: 0.3 }),
        highlight(SHINE, 0.5),
      ),
      inked(MOUTH, '#3c1403', { 'stroke-width': 2.4 }),
      line(SCUFFS, '#5a1c02', 1.8, { opacity: 0.6 }),
    )
  },
}
