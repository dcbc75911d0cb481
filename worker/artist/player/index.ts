import type { Pair } from '#shared/design/pair.ts'
import type { PoseId } from '#shared/domain/pose.ts'
import { element, group, round, svgDocument } from '#worker/graphics/svg.ts'
import { type Area, ART, getNeckPit, getPlace, type Place } from '../place.ts'
import { type Build, BUILDS } from './build.ts'
import { getKit, type Skin } from './kit.ts'
import type { Bearing, Layers } from './pose.ts'
import { findPose } from './poses/index.ts'
import { clothDefs, neckMass, type Opening, getOpening } from './torso.ts'

export { type Build, buildFor } from './build.ts'
export { getKit, type Skin, worn } from './kit.ts'
export { numberColors, type Opening } from './torso.ts'

/** Attributes that determine a player's body. */
export type Player = {
  readonly pair: Pair
  /** Drawn in Anton; `''` for no number. */
  readonly number: string
  readonly poseId: PoseId
  readonly build: Build
  /** Skin of the arms, in full light. */
  readonly skin: Skin
  /** Skin of the neck below the chin; null if the ink renderer paints the neck. */
  readonly neck: Skin | null
  /** Turn of the head in radians. Positive if the nose points to the right of the picture. */
  readonly yaw: number
}

/** Turn of the head at which the chest is fully turned. */
const FULL_YAW = 0.6
/** A head turned less than this looks straight ahead. */
const LEAST_YAW = 0.14

type Posed = Pick<Player, 'poseId' | 'yaw' | 'build'>

function getBearing({ poseId, yaw }: Pick<Player, 'poseId' | 'yaw'>): Bearing {
  const turn = Math.abs(yaw) < LEAST_YAW ? 0 : Math.max(-1, Math.min(1, yaw / FULL_YAW))
  return { turn, side: findPose(poseId).mirrors && turn < 0 ? -1 : 1 }
}

/** Returns the opening of a player's collar, in pixels from the pit of the neck. */
export function collarOpening(posed: Posed): Opening {
  const { middleX, endsY, halfWidth, outerHalf, bottomY } = getOpening(findPose(posed.poseId).chest(getBearing(posed)))
  const { x, y } = BUILDS[posed.build]
  return {
    middleX: middleX * x,
    endsY: endsY * y,
    halfWidth: halfWidth * x,
    outerHalf: outerHalf * x,
    bottomY: bottomY * y,
  }
}

/** Share of a player's lowering by which low hands are raised, and its maximum in pixels. */
const RAISE = { share: 0.7, most: 105 } as const

const getRaise = ({ centerYPx }: Place): number =>
  Math.round(Math.min(RAISE.most, RAISE.share * (centerYPx - getPlace('none').centerYPx)))

/**
 * Draws the parts of a player in body space. The pit of the neck is the origin, and lengths are pixels of the canvas.
 */
export function drawBody(
  { pair, number, poseId, skin, neck, yaw, build = 'medium' }: Omit<Player, 'build'> & Partial<Pick<Player, 'build'>>,
  raise = 0,
): Layers & { readonly defs: string; readonly neck: string; readonly top: number } {
  const pose = findPose(poseId)
  const kit = getKit(pair, skin, BUILDS[build].girth)
  const bearing = getBearing({ poseId, yaw })
  return {
    ...pose.draw({ kit, number, chest: pose.chest(bearing), raise, ...bearing }),
    defs: element('defs', {}, clothDefs(kit)),
    neck: neck ? neckMass(neck) : '',
    top: pose.top,
  }
}

/** Height of the shoulders above the pit of the neck, with room for a raised arm. */
const SHOULDERS_PX = 150
/** The card's plate hides everything below. */
const BOTTOM_PX = 1064

export type BodyLayers = {
  readonly raised: { svg: string; area: Area } | null
  readonly neck: { svg: string; area: Area } | null
  readonly body: { svg: string; area: Area }
}

/** Returns the parts of a player as layers of a portrait. */
export function bodyLayers(player: Player, place: Place): BodyLayers {
  const { defs, neck, body, raised = '', top: reach } = drawBody(player, getRaise(place))
  const pit = getNeckPit(place)
  const scale = BUILDS[player.build]
  const top = reach * scale.y
  const layer = (content: string, area: Area) => ({
    svg: svgDocument(
      [area.left, area.top, area.width, area.height],
      [area.width, area.height],
      group({ transform: `translate(${pit.x} ${round(pit.y)}) scale(${scale.x} ${scale.y})` }, content),
    ),
    area,
  })
  const from = (y: number) => Math.max(0, Math.floor(pit.y + y))
  const bodyTop = from(-Math.max(raised === '' ? top : 0, SHOULDERS_PX + getRaise(place)))
  const neckTop = from(-180)
  return {
    raised:
      raised === ''
        ? null
        : layer(defs + raised, {
            left: 500,
            top: from(-top),
            width: 500,
            height: Math.floor(pit.y + 200) - from(-top),
          }),
    neck: neck === '' ? null : layer(neck, { left: 370, top: neckTop, width: 260, height: 240 }),
    body: layer(defs + body, { left: 0, top: bodyTop, width: ART.widthPx, height: BOTTOM_PX - bodyTop }),
  }
}
