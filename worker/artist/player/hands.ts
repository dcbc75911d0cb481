import { mix } from '#shared/design/color.ts'
import { fill, group, INK, round } from '#worker/graphics/svg.ts'
import { joinedFine, limb, type Mass } from './draw.ts'
import type { Kit } from './kit.ts'
import type { Spot } from './pose.ts'
import { type Station, tube } from './tube.ts'

/** Hands are drawn pointing up, with the wrist at the origin and the thumb on the left, 130 pixels long. */
const finger = (kit: Kit, stations: readonly Station[], shade = 0.26): Mass =>
  limb(tube(stations, { start: 0.4, end: 0.9 }), kit.glove, { shade, lit: 0.3 })

const at = ([x, y]: Spot, turn: number, isMirrored: boolean, content: string, scale = 1): string =>
  group(
    {
      transform: `translate(${round(x)} ${round(y)}) rotate(${round(turn)}) scale(${isMirrored ? -scale : scale} ${scale})`,
    },
    content,
  )

const PALM: readonly Station[] = [
  [0, 14, 36],
  [0, -20, 43],
  [0, -62, 47],
]
const CUFF: readonly Station[] = [
  [0, 30, 36],
  [0, 8, 38],
  [0, -6, 38],
]

function cuff(kit: Kit): string {
  const body = tube(CUFF, { start: 0, end: 0 })
  return joinedFine(limb(body, kit.cuff, { shade: 0.3, lit: 0 })) + fill(body.band(0.2, 0.5, 0.2), kit.gloveDeep)
}

const back = (kit: Kit): Mass => limb(tube(PALM, { start: 0.2, end: 0.4 }), kit.glove, { shade: 0.24, lit: 0.3 })

/** A fist seen from the thumb's side, knuckles up. */
export function fist(kit: Kit): string {
  const knuckle = (x: number, y: number, r: number): Mass =>
    finger(kit, [
      [x, y + 36, r],
      [x, y, r + 1],
    ])
  return (
    joinedFine(back(kit)) +
    joinedFine(knuckle(36, -70, 15)) +
    joinedFine(knuckle(13, -80, 16.5)) +
    joinedFine(knuckle(-12, -82, 17)) +
    joinedFine(knuckle(-36, -72, 16)) +
    joinedFine(
      finger(kit, [
        [-46, -14, 17],
        [-46, -40, 17],
        [-26, -52, 16],
        [6, -48, 14],
      ]),
    )
  )
}

/** Share of black in the inside of a glove. */
const PALM_SHADE = 0.14

/** An open hand with its palm toward the viewer. */
export function palm(kit: Kit): string {
  const inside = { ...kit, glove: mix(kit.glove, '#000000', PALM_SHADE) }
  return (
    joinedFine(
      finger(inside, [
        [-30, -56, 15],
        [-40, -104, 14],
        [-44, -136, 12],
      ]),
      finger(inside, [
        [-9, -62, 15.5],
        [-12, -118, 15],
        [-14, -154, 12],
      ]),
      finger(inside, [
        [14, -60, 15.5],
        [18, -112, 14.5],
        [22, -146, 12],
      ]),
      finger(inside, [
        [36, -50, 14],
        [48, -92, 12.5],
        [56, -118, 10.5],
      ]),
      finger(inside, [
        [-34, -8, 19],
        [-62, -36, 16],
        [-84, -62, 12.5],
      ]),
      limb(tube(PALM, { start: 0.2, end: 0.4 }), inside.glove, { shade: 0.2, lit: 0.2 }),
    ) +
    fill(
      'M-30 -52C-12 -66 16 -66 38 -50C22 -56 -8 -58 -30 -52ZM-22 -10C-4 -22 6 -40 2 -60C-6 -40 -16 -28 -30 -22Z',
      INK,
      { 'fill-opacity': 0.35 },
    )
  )
}

/** An extended index finger, with the other fingers curled. */
export function point(kit: Kit): string {
  const curled = (x: number, y: number, r: number): Mass =>
    finger(kit, [
      [x, y + 34, r],
      [x, y, r + 1],
    ])
  return (
    joinedFine(
      finger(kit, [
        [-30, -40, 16.5],
        [-31, -100, 15.5],
        [-32, -150, 13],
      ]),
    ) +
    joinedFine(back(kit)) +
    joinedFine(curled(38, -62, 15)) +
    joinedFine(curled(16, -72, 16)) +
    joinedFine(curled(-7, -76, 16.5)) +
    joinedFine(
      finger(kit, [
        [-42, -8, 17],
        [-44, -34, 17],
        [-26, -48, 16],
        [12, -46, 14],
      ]),
    )
  )
}

/** A hand resting on something round, fingers forward, seen from above. */
export function over(kit: Kit): string {
  return (
    joinedFine(
      finger(kit, [
        [-32, -52, 15.5],
        [-38, -88, 15],
        [-36, -114, 13],
      ]),
      finger(kit, [
        [-10, -58, 16],
        [-12, -104, 15.5],
        [-9, -132, 13],
      ]),
    ) +
    joinedFine(
      finger(kit, [
        [13, -56, 16],
        [14, -98, 15.5],
        [16, -124, 13],
      ]),
    ) +
    joinedFine(
      finger(kit, [
        [35, -46, 14.5],
        [40, -78, 13.5],
        [41, -100, 12],
      ]),
    ) +
    joinedFine(
      finger(kit, [
        [-34, -6, 18],
        [-58, -30, 16],
        [-70, -58, 13.5],
      ]),
      back(kit),
    ) +
    fill('M-24 -54C-20 -40 -20 -30 -24 -20M0 -58C2 -42 2 -32 0 -20M24 -54C26 -40 24 -30 22 -20', 'none', {
      stroke: INK,
      'stroke-width': 3.5,
      'stroke-linecap': 'round',
      'stroke-opacity': 0.5,
    })
  )
}

const HANDS = { fist, palm, point, over } as const

export function handAt(
  kit: Kit,
  grip: keyof typeof HANDS,
  place: Spot,
  turn: number,
  thumb: 'left' | 'right',
  scale = 1,
): string {
  return at(place, turn, thumb === 'right', HANDS[grip](kit) + cuff(kit), scale)
}
