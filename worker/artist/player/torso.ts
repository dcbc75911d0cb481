import { contrast, type Hex, luminance, mix } from '#shared/design/color.ts'
import { drawableNumber } from '#shared/design/letters/drawable.ts'
import type { Pair } from '#shared/design/pair.ts'
import { CHALK, cord, element, escapeXml, fill, INK, line, round } from '#worker/graphics/svg.ts'
import { joined, limb, type Mass } from './draw.ts'
import type { Kit, Skin } from './kit.ts'
import type { Chest, Spot } from './pose.ts'
import { bent, sliver, type Station, tube, type Tube } from './tube.ts'

const OUTLINE =
  'M-97 -54C-132 -72 -192 -78 -242 -58C-296 -34 -328 20 -334 84C-316 130 -266 152 -226 160C-222 220 -206 300 -190 372L-184 560L184 560L190 372C206 300 222 220 226 160C266 152 316 130 334 84C328 20 296 -34 242 -58C192 -78 132 -72 97 -54C84 -8 48 24 0 26C-48 24 -84 -8 -97 -54Z'
/** Upper edge of the jersey: a ring around the neck that dips in front. */
const COLLAR = 'M-97 -54C-84 -8 -48 24 0 26C48 24 84 -8 97 -54'
/** Coordinates of the collar: its two ends and its lowest point. */
const COLLAR_ENDS = { x: 97, y: -54 } as const
const COLLAR_DIP_Y = 26
/** Width of the collar's ribbed cloth, without and with its outline. */
const COLLAR_PX = { cloth: 24, inked: 41 } as const
/** Shaded area: the right of the chest below the pads. */
const SHADE =
  'M60 30C120 26 200 60 236 130C246 96 290 88 330 84C312 128 262 150 216 158C206 240 190 330 182 470L40 470C86 380 96 300 84 232C78 160 50 100 60 30Z'
/** Hard lower edge of the pads under the cloth, and the pads' caps. */
const PAD_SHADE =
  'M-214 150C-150 216 -64 226 0 198C64 226 150 216 214 150C160 252 62 256 0 222C-62 256 -160 252 -214 150Z'
const CAP_LEFT = 'M-150 -62C-196 -34 -222 22 -226 92C-216 30 -184 -28 -132 -60Z'
const CAP_RIGHT = 'M150 -62C196 -34 222 22 226 92C216 30 184 -28 132 -60Z'
const SHOULDER_SHINE = 'M-286 -14C-258 -46 -216 -58 -168 -56C-206 -46 -244 -20 -268 26C-276 20 -284 4 -286 -14Z'
const SHINE_2 = 'M164 -54C196 -52 224 -44 246 -30C222 -34 196 -40 172 -42Z'
/** A panel of a different cloth down each side. */
const PANELS =
  'M-226 162C-222 220 -206 300 -190 372L-186 500L-164 500C-160 380 -178 260 -206 168ZM226 162C222 220 206 300 190 372L186 500L164 500C160 380 178 260 206 168Z'
/** Yoke: a seam over the pads from arm to arm. */
const YOKE = 'M-222 96C-176 50 -126 26 -88 14M222 96C176 50 126 26 88 14'
const CHEST_LIGHT = 'M-196 110C-150 70 -96 54 -64 58C-96 84 -140 120 -176 142C-190 136 -198 124 -196 110Z'
const FOLDS: readonly (readonly Spot[])[] = [
  [
    [-208, 168],
    [-150, 214],
    [-92, 232],
  ],
  [
    [-200, 214],
    [-150, 270],
    [-98, 300],
  ],
  [
    [-194, 286],
    [-158, 330],
    [-120, 352],
  ],
  [
    [208, 168],
    [156, 222],
    [110, 246],
  ],
  [
    [200, 226],
    [150, 286],
    [104, 312],
  ],
  [
    [190, 320],
    [140, 356],
    [90, 366],
  ],
  [
    [-60, 392],
    [-20, 350],
    [-6, 318],
  ],
]

/** Colors of a number on cloth, from the inside out. */
export type NumberColors = { readonly face: Hex; readonly keyline: Hex | null; readonly edge: Hex }

const LIGHT_LUMINANCE = 0.45
/** Minimum contrast of a number with its surroundings (WCAG 2.2, 1.4.3). */
const NUMBER_MIN_CONTRAST = 4.5

/** Returns the colors of a number with an edge in the team's color. An ink keyline separates similar colors. */
export function numberColors({ primary, secondary }: Pair): NumberColors {
  if (luminance(primary) > LIGHT_LUMINANCE) return { face: INK, keyline: null, edge: CHALK }
  const isClear = contrast(CHALK, secondary) >= NUMBER_MIN_CONTRAST
  return { face: CHALK, keyline: isClear ? null : INK, edge: secondary }
}

/** Returns a transform from the straight chest to the turned and leaning chest. */
export const createChestTransform = ({ turn = 0, lean = 0, tilt = 0 }: Chest): ((x: number, y: number) => Spot) => {
  const [cos, sin] = [Math.cos((tilt * Math.PI) / 180), Math.sin((tilt * Math.PI) / 180)]
  return (x, y) => {
    const depth = Math.max(0, 1 - (x / 330) ** 2)
    const down = Math.min(1, Math.max(0, (y + 60) / 200))
    const [across, along] = [
      x + turn * depth * (12 + 62 * down) + lean * Math.max(0, y),
      y - turn * (x / 330) * 10 * (1 - down),
    ]
    // The hips do not move.
    const share = 1 - Math.min(1, Math.max(0, along - 100) / 400)
    return [across * (1 + (cos - 1) * share) - along * sin * share, along + (across * sin + along * (cos - 1)) * share]
  }
}

const CLOTH = 'player-cloth'
const MESH = 'player-mesh'

/** Returns the definitions that every document with cloth needs once. */
export const clothDefs = ({ cloth, clothLit, clothDeep, mesh }: Kit): string =>
  element(
    'linearGradient',
    { id: CLOTH, gradientUnits: 'userSpaceOnUse', x1: -300, y1: -120, x2: 240, y2: 460 },
    element('stop', { offset: 0, 'stop-color': clothLit }) +
      element('stop', { offset: 0.34, 'stop-color': cloth }) +
      element('stop', { offset: 1, 'stop-color': clothDeep }),
  ) +
  element(
    'pattern',
    { id: MESH, width: 12, height: 12, patternUnits: 'userSpaceOnUse' },
    element('circle', { cx: 3.2, cy: 3.2, r: 1.7, 'fill-opacity': mesh }) +
      element('circle', { cx: 9.2, cy: 9.2, r: 1.7, 'fill-opacity': mesh }),
  )

const CLOTH_FILL = `url(#${CLOTH})`

/** Draws chest and pads. The sleeves are separate shapes that are joined to it. */
export function chestMass(kit: Kit, chest: Chest): Mass {
  const move = createChestTransform(chest)
  const at = (d: string) => bent(d, move)
  const dark = (d: string, opacity: number) => fill(at(d), '#000000', { 'fill-opacity': opacity })
  const light = (d: string, opacity: number) => fill(at(d), '#ffffff', { 'fill-opacity': opacity })
  return {
    outline: at(OUTLINE),
    painted:
      fill(at(OUTLINE), CLOTH_FILL) +
      fill(at(OUTLINE), `url(#${MESH})`) +
      fill(at(PANELS), kit.stripe, { 'fill-opacity': 0.9 }) +
      light(CHEST_LIGHT, 0.09) +
      dark(SHADE, 0.3) +
      line(at(YOKE), '#000000', 3.5, { 'stroke-opacity': 0.45 }) +
      line(at(YOKE), '#ffffff', 2, { 'stroke-opacity': 0.14, transform: 'translate(0 4)' }) +
      dark(PAD_SHADE, 0.34) +
      dark(CAP_LEFT, 0.22) +
      dark(CAP_RIGHT, 0.3) +
      FOLDS.map((fold) => fill(at(sliver(fold, 13)), '#000000', { 'fill-opacity': 0.42 })).join('') +
      FOLDS.slice(0, 3)
        .map((fold) =>
          fill(
            at(
              sliver(
                fold.map(([x, y]) => [x - 3, y + 9] as const),
                7,
              ),
            ),
            '#ffffff',
            { 'fill-opacity': 0.16 },
          ),
        )
        .join('') +
      light(SHOULDER_SHINE, 0.3) +
      light(SHINE_2, 0.22),
  }
}

export function collar(kit: Kit, chest: Chest): string {
  const d = bent(COLLAR, createChestTransform(chest))
  return (
    cord(d, kit.stripe, COLLAR_PX.cloth, COLLAR_PX.inked) +
    line(d, '#000000', 5, { opacity: 0.28, transform: 'translate(2 7)' })
  )
}

/** Opening of a collar around the neck, in pixels from the pit of the neck. */
export type Opening = {
  readonly middleX: number
  /** Height of the higher end of the collar. */
  readonly endsY: number
  /** Distance from the middle to the collar's cloth. */
  readonly halfWidth: number
  /** Distance from the middle to the collar's outer edge. */
  readonly outerHalf: number
  /** Height below which everything is cloth. */
  readonly bottomY: number
}

export function getOpening(chest: Chest): Opening {
  const move = createChestTransform(chest)
  const [left, leftY] = move(-COLLAR_ENDS.x, COLLAR_ENDS.y)
  const [right, rightY] = move(COLLAR_ENDS.x, COLLAR_ENDS.y)
  const halfWidth = (right - left) / 2
  return {
    middleX: (left + right) / 2,
    endsY: Math.min(leftY, rightY),
    halfWidth,
    outerHalf: halfWidth + COLLAR_PX.inked / 2,
    bottomY: move(0, COLLAR_DIP_Y)[1] + COLLAR_PX.inked / 2,
  }
}

/** Draws a sleeve over the upper arm, with its stripes. */
export function sleeve(kit: Kit, stations: readonly Station[], isLitBehind: boolean): Mass & { readonly body: Tube } {
  const body = tube(stations, { start: 0.9, end: 0 })
  const { stripe, stripe2, rim } = kit
  const hem = fill(body.band(0.88, 1, 0.2), '#000000', { 'fill-opacity': 0.25 })
  const stripes =
    fill(body.band(0.52, 0.84, 0.2), INK, { 'fill-opacity': 0.9 }) +
    fill(body.band(0.56, 0.8, 0.2), stripe) +
    fill(body.band(0.64, 0.72, 0.2), stripe2)
  return {
    ...limb(
      body,
      CLOTH_FILL,
      { shade: 0.3, lit: 0.24, rim: isLitBehind ? rim : null },
      fill(body.outline, `url(#${MESH})`) + stripes + hem,
    ),
    body,
  }
}

/** Draws the opening of a sleeve: dark inside, with an ink edge. */
export const hemLine = (body: Tube): string => fill(body.band(0.955, 1, 0.2), INK, { 'fill-opacity': 0.55 })

const SIZE = 204
const SIZE_BY_LENGTH: Readonly<Record<number, number>> = { 1: SIZE, 2: SIZE, 3: 158, 4: 118 }
const ROOM = 420
const EDGE_SHARE = 0.095
const KEYLINE_SHARE = 0.06

export type NumberPlace = {
  readonly x: number
  readonly y: number
  readonly scale?: number
  readonly skew?: number
  readonly squeeze?: number
  readonly turn?: number
}

/** Draws a number in the renderer's display face, centered on a point. */
export function numberAt(
  kit: Kit,
  text: string,
  { x, y, scale = 1, skew = 0, squeeze = 1, turn = 0 }: NumberPlace,
): string {
  const number = drawableNumber(text)
  const characters = [...number].length
  if (characters === 0) return ''
  const size = SIZE_BY_LENGTH[characters] ?? round(ROOM / characters)
  const { face, keyline, edge } = numberColors(kit.pair)
  const set = (stroke: Hex, share: number) =>
    element(
      'text',
      {
        x: 0,
        y: round(size * 0.43),
        'font-family': 'Anton',
        'font-size': size,
        'text-anchor': 'middle',
        fill: face,
        stroke,
        'stroke-width': round(Math.max(5, share * size)),
        'stroke-linejoin': 'round',
        'paint-order': 'stroke',
      },
      escapeXml(number),
    )
  const shadow = mix(kit.cloth, '#000000', 0.6)
  const transform = `translate(${round(x)} ${round(y)}) rotate(${turn}) skewX(${round(skew)}) scale(${round(scale * squeeze)} ${round(scale)})`
  return element(
    'g',
    { transform },
    element('g', { transform: 'translate(3 5)', opacity: 0.6 }, set(shadow, EDGE_SHARE)) +
      (keyline === null ? set(edge, EDGE_SHARE) : set(edge, EDGE_SHARE + KEYLINE_SHARE) + set(keyline, KEYLINE_SHARE)),
  )
}

/** Draws a number on a chest. */
export function chestNumber(kit: Kit, text: string, chest: Chest, y = 118, scale = 1): string {
  const [x, down] = createChestTransform(chest)(0, y)
  const turned = chest.turn ?? 0
  return numberAt(kit, text, {
    x,
    y: down,
    scale,
    skew: -(chest.lean ?? 0) * 40,
    turn: chest.tilt ?? 0,
    squeeze: 1 - Math.abs(turned) * 0.14,
  })
}

/** Draws the small number on top of a shoulder. */
export function shoulderNumber(kit: Kit, text: string, [x, y]: Spot, turn: number): string {
  const length = [...text].length
  return length === 0 || length > 3 ? '' : numberAt(kit, text, { x, y, scale: 0.31, turn, squeeze: 0.9 })
}

export const neckMass = (skin: Skin): string => {
  const body = tube(
    [
      [0, -170, 84],
      [0, -100, 80],
      [0, -50, 92],
      [0, 10, 104],
    ],
    { start: 0, end: 0.3 },
  )
  const cast = 'M-96 -150H96V-76C66 -34 -66 -34 -96 -76Z'
  const sinew =
    sliver(
      [
        [-34, -60],
        [-22, -30],
        [-8, 2],
      ],
      9,
    ) +
    sliver(
      [
        [46, -58],
        [32, -30],
        [12, 4],
      ],
      10,
    )
  return joined({
    outline: body.outline,
    painted:
      fill(body.outline, skin.lit) +
      fill('M14 -180H96V-50L104 10L60 30L4 20Z', skin.shade) +
      fill(cast, skin.deep) +
      fill(sinew, skin.deep, { 'fill-opacity': 0.6 }),
  })
}
