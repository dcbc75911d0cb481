import { type Hex, mix, toHex, toRgb } from '#shared/design/color.ts'
import { element, fill } from '#worker/graphics/svg.ts'
import { joined, limb, type Mass } from './draw.ts'
import { handAt } from './hands.ts'
import type { Kit } from './kit.ts'
import type { Arm, Spot } from './pose.ts'
import { hemLine, shoulderNumber, sleeve } from './torso.ts'
import { sliver, type Station, tube, type Tube } from './tube.ts'

const lerp = (a: Spot, b: Spot, t: number): Spot => [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t]

/** Parts of an arm, so that a pose can layer them separately. */
export type ArmParts = {
  /** Sleeve of the jersey, to be joined with the chest or drawn alone. */
  readonly sleeve: Mass
  readonly hem: string
  /** The part of the upper arm below its sleeve. */
  readonly upper: string
  readonly fore: string
  readonly hand: string
}

export function armParts(kit: Kit, arm: Arm, number = ''): ArmParts {
  const {
    shoulder,
    elbow,
    wrist,
    girth = 1,
    hand = 'fist',
    thumb = 'left',
    wears = 'skin',
    handTurn,
    isFlexed = false,
  } = arm
  const [ax, ay] = [elbow[0] - shoulder[0], elbow[1] - shoulder[1]]
  const length = Math.hypot(ax, ay) || 1
  const [ux, uy] = [ax / length, ay / length]
  const along = (base: Spot, d: number): Spot => [base[0] + ux * d, base[1] + uy * d]
  const cut = Math.max(70, Math.min(150, length * (isFlexed ? 0.4 : 0.62)))
  const g = girth * kit.girth
  const sleeveStations: Station[] = [
    [...shoulder, 96 * girth],
    [...along(shoulder, cut * 0.4), 94 * girth],
    [...along(shoulder, cut * 0.75), 86 * girth],
    [...along(shoulder, cut), 80 * girth],
  ]
  const isRight = shoulder[0] > 0
  const sleeveMass = sleeve(kit, sleeveStations, isRight)

  const isSkin = wears === 'skin'
  const tones = {
    shade: 0,
    lit: isSkin ? SHINE.edge : 0.24,
    shine: isSkin ? getShine(kit) : '#ffffff',
    rim: isRight || wrist[1] < 40 ? kit.rim : null,
  }
  const upper = tube(
    [
      [...along(shoulder, cut * 0.55), 62 * g],
      [
        ...along(shoulder, cut + (length - cut) * 0.45),
        (isFlexed ? (isRight ? 84 : 62) : 65) * g,
        (isFlexed ? (isRight ? 62 : 84) : 65) * g,
      ],
      [...elbow, 54 * g],
    ],
    { start: 0, end: 0.7 },
  )
  // The forearm's muscle swells near the elbow. The wrist is flat.
  const fore = tube(
    [
      [...elbow, 52 * g],
      [...lerp(elbow, wrist, 0.3), 60 * g],
      [...lerp(elbow, wrist, 0.66), 48 * g],
      [...wrist, 36 * g],
    ],
    { start: 0.8, end: 0.2 },
  )
  const drawShade = (d: string) =>
    isSkin ? fill(d, kit.skin.shade, { 'fill-opacity': SKIN_EDGE }) : fill(d, '#000000', { 'fill-opacity': 0.36 })
  const round = (body: Tube) => (isSkin ? roundSkin(kit, body) : { defs: '', color: kit.under })
  const [roundUpper, roundFore] = [round(upper), round(fore)]
  const upperMass = limb(
    upper,
    roundUpper.color,
    tones,
    drawShade(upper.shade) +
      (isFlexed ? '' : castBySleeve(kit, upper, isSkin)) +
      (isFlexed ? peak(kit, upper, isRight) : ''),
  )
  const foreMass = limb(
    fore,
    roundFore.color,
    tones,
    drawShade(fore.shade) + (isSkin ? muscles(kit, fore) : bands(kit, fore)),
  )
  const turn = handTurn ?? (Math.atan2(wrist[0] - elbow[0], elbow[1] - wrist[1]) * 180) / Math.PI
  return {
    sleeve: sleeveMass,
    hem: hemLine(sleeveMass.body) + shoulderNumber(kit, number, along(shoulder, -6), (isRight ? 1 : -1) * 24 + ux * 12),
    upper: roundUpper.defs + joined(upperMass),
    fore: roundFore.defs + joined(foreMass),
    hand: hand === 'none' ? '' : handAt(kit, hand, wrist, turn, thumb, 1.02 * g),
  }
}

/** Opacity of a shadow's hard edge on skin, which already has a gradient. */
const SKIN_EDGE = 0.4
/** Share of the deep tone at the shaded edge. With more, the parts of an arm look like two skins. */
const FAR_EDGE = 0.75

/** Creates a gradient across a limb, as soft as the shading of a painted face. */
function roundSkin({ skin }: Kit, { across: [from, to] }: Tube): { defs: string; color: Hex } {
  const [x1, y1, x2, y2] = [...from, ...to].map((value) => Math.round(value))
  const id = `skin-${[x1, y1, x2, y2].join('_')}`
  const stop = (offset: number, color: Hex) => element('stop', { offset, 'stop-color': color })
  const stops =
    stop(0, mix(skin.lit, skin.shade, 0.35)) +
    stop(0.26, skin.lit) +
    stop(0.56, skin.shade) +
    stop(1, mix(skin.shade, skin.deep, FAR_EDGE))
  return {
    defs: element('linearGradient', { id, gradientUnits: 'userSpaceOnUse', x1: x1!, y1: y1!, x2: x2!, y2: y2! }, stops),
    color: `url(#${id})`,
  }
}

/** Opacity of the highlight along a lit edge of skin, and on a muscle. */
const SHINE = { edge: 0.35, muscle: 0.4 } as const
/**
 * Highlight gain on lit skin. White would look chalky on dark skin, and a higher gain makes dark arms paler than their
 * face.
 */
const LIGHTER = 1.05

const getShine = ({ skin }: Kit): Hex => toHex(toRgb(skin.lit).map((value) => Math.min(255, value * LIGHTER)))

/** Draws the highlight on a tensed muscle and the line below it. */
function peak(kit: Kit, upper: Tube, isRight: boolean): string {
  const side = isRight ? -1 : 1
  const along = (spots: readonly (readonly [number, number])[], px: number) =>
    sliver(
      spots.map(([a, c]) => upper.at(a, c)),
      px,
    )
  return (
    fill(
      along(
        [
          [0.2, 0.62 * side],
          [0.5, 0.72 * side],
          [0.78, 0.6 * side],
        ],
        14,
      ),
      getShine(kit),
      { 'fill-opacity': SHINE.muscle },
    ) +
    fill(
      along(
        [
          [0.3, -0.1 * side],
          [0.6, -0.2 * side],
          [0.95, 0.2 * side],
        ],
        9,
      ),
      kit.skin.deep,
      { 'fill-opacity': 0.8 },
    )
  )
}

/** Draws the sleeve's shadow on the arm. On skin it is faint, so that the forearm does not look paler. */
const castBySleeve = (kit: Kit, upper: ReturnType<typeof tube>, isSkin: boolean): string =>
  fill(upper.band(0.2, 0.56, 0.3), isSkin ? kit.skin.deep : '#000000', { 'fill-opacity': isSkin ? 0.5 : 0.35 })

const bands = (kit: Kit, fore: Tube): string =>
  fill(fore.band(0.3, 0.38), kit.band, { 'fill-opacity': 0.85 }) +
  fill(fore.band(0.44, 0.5), kit.band, { 'fill-opacity': 0.85 })

/** Draws the tendons from the elbow to the wrist and their highlight. */
function muscles(kit: Kit, fore: Tube): string {
  const along = (path: readonly (readonly [along: number, across: number])[]) =>
    sliver(
      path.map(([a, c]) => fore.at(a, c)),
      7,
    )
  const isLeftLit = fore.at(0.5, -1)[0] < fore.at(0.5, 1)[0]
  const side = isLeftLit ? 1 : -1
  return (
    fill(
      along([
        [0.1, 0.1 * side],
        [0.3, 0.3 * side],
        [0.52, 0.26 * side],
        [0.8, 0.04 * side],
      ]),
      kit.skin.shade,
    ) +
    fill(
      along([
        [0.14, -0.5 * side],
        [0.3, -0.56 * side],
        [0.56, -0.5 * side],
      ]),
      getShine(kit),
      { 'fill-opacity': SHINE.muscle },
    )
  )
}
