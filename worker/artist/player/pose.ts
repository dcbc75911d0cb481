import type { PoseId } from '#shared/domain/pose.ts'
import type { Kit } from './kit.ts'

export type Spot = readonly [x: number, y: number]

/** Hand shape. */
export type Grip = 'fist' | 'palm' | 'point' | 'over' | 'none'

/** Joints of one arm, in pixels from the pit of the neck. The sleeve ends halfway to the elbow. */
export type Arm = {
  readonly shoulder: Spot
  readonly elbow: Spot
  readonly wrist: Spot
  readonly hand?: Grip
  /** Direction of the hand in degrees, clockwise from up. Defaults to the direction of the forearm. */
  readonly handTurn?: number
  /** Side of the thumb when the hand points up. */
  readonly thumb?: 'left' | 'right'
  /** Thickness of the arm, 1 by default. An arm closer to the viewer is thicker. */
  readonly girth?: number
  /** Shows the muscle: a short sleeve, and a peak above the elbow. */
  readonly isFlexed?: boolean
  /** Cover of the forearm: skin, or a tight sleeve. */
  readonly wears?: 'skin' | 'sleeve'
}

/** Layers of a player, from back to front. */
export type Layers = {
  /** The body, in front of neck and beard. */
  readonly body: string
  /** Raised forearm, in front of hair and gear. Behind them, little of a hand would show. */
  readonly raised?: string
}

/** Orientation of the chest. */
export type Chest = {
  /** Turn, -1 to 1. */
  readonly turn?: number
  /** Lean, in pixels to the right per pixel down. */
  readonly lean?: number
  /** Tilt of the shoulders in degrees. Negative if the right one is higher. */
  readonly tilt?: number
}

/** Orientation of the head that a pose is drawn for. */
export type Bearing = {
  /** Turn of the head, from -1 (left) to 1. The chest follows partly. */
  readonly turn: number
  /** -1 if the pose is mirrored. */
  readonly side: 1 | -1
}

/** Everything that a pose needs to draw itself. */
export type Scene = Bearing & {
  readonly kit: Kit
  readonly number: string
  readonly chest: Chest
  /** Distance in pixels by which low hands are raised, because tall gear lowers the player. */
  readonly raise: number
}

/**
 * A player's pose. To add one, add words to `shared/domain/pose.ts`, a file to `poses/` and a line to `poses/index.ts`.
 */
export type Pose = {
  readonly id: PoseId
  /** True if the pose may be mirrored for a head that looks the other way. */
  readonly mirrors: boolean
  /** Height of the pose above the pit of the neck, in pixels. */
  readonly top: number
  readonly chest: (bearing: Bearing) => Chest
  readonly draw: (scene: Scene) => Layers
}
