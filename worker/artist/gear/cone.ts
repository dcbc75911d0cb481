import { CHALK, fill, group, highlight, inked, line } from '#worker/graphics/svg.ts'
import type { Gear } from './gear.ts'
import { getRimColor, modelled } from './modelled.ts'

const ORANGE = '#ff6a1a'
const DEEP_ORANGE = '#b93c05'
const BODY = 'M-42 -62L-12 -164C-9 -170 9 -170 12 -164L42 -62C24 -52 -24 -52 -42 -62Z'
const BANDS = [
  'M-36 -80L-26 -112C-10 -105 10 -105 26 -112L36 -80C16 -70 -16 -70 -36 -80Z',
  'M-22 -126L-16 -146C-6 -142 6 -142 16 -146L22 -126C8 -120 -8 -120 -22 -126Z',
]
/** Retroreflective glass beads, drawn as a diamond mesh. */
const BEADS =
  'M-40 -104L40 -84M-40 -84L40 -104M-40 -94L40 -74M-40 -74L40 -94M-40 -114L40 -94M-40 -94L40 -114M-30 -142L30 -126M-30 -126L30 -142M-30 -132L30 -148'
const MOUTH = 'M-11 -165C-6 -160 6 -160 11 -165C7 -169 -7 -169 -11 -165Z'
const FOOT = 'M-64 -62C-50 -72 50 -72 64 -62C74 -57 76 -52 72 -48C52 -28 -52 -28 -72 -48C-76 -52 -74 -56 -64 -62Z'
const FOOT_EDGE = 'M-72 -51C-50 -33 50 -33 72 -51'
const SHINE = 'M-28 -72L-7 -158L-2 -160L-17 -66Z'
const SCUFFS = 'M6 -90l8 6M12 -120l-5 7M-40 -46l10 2M26 -46l12 -3'

export const cone: Gear = {
  id: 'cone',
  fit: { top: 172, hides: 'hair', rim: { half: 72, y: -33, endY: -48, most: 84 } },
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
      fill('M-42 -60C-24 -48 34 -48 50 -60L60 -58C40 -42 -24 -42 -46 -54Z', '#5a1c02', { opacity: 0.5 }),
      modelled(
        'cone-body',
        BODY,
        ORANGE,
        { shadeUnits: 0, lit: 0.4, rim },
        ...BANDS.map((band) => fill(band, CHALK)),
        line(BEADS, '#c3cdd0', 1.2, { opacity: 0.75 }),
        ...BANDS.map((band) => inked(band, 'none', { 'stroke-width': 2 })),
        fill('M3 -172L12 -166L46 -58L12 -48C14 -90 10 -130 3 -172Z', '#000000', { opacity: 0.3 }),
        highlight(SHINE, 0.5),
      ),
      inked(MOUTH, '#3c1403', { 'stroke-width': 2.4 }),
      line(SCUFFS, '#5a1c02', 1.8, { opacity: 0.6 }),
    )
  },
}
