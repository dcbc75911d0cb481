import type { ArmorId } from './armor.ts'
import { getPosition } from './position.ts'
import type { Tier } from './rarity.ts'

/** Each pose in words for an image engine. No two say the same. */
export const POSES = [
  { id: 'arms-crossed', prompt: 'arms crossed on the chest' },
  { id: 'stiff-arm', prompt: 'running with the ball under one arm, the other hand held out' },
  { id: 'throwing', prompt: 'about to throw the ball' },
  { id: 'point-up', prompt: 'one finger pointing to the sky, the ball under the other arm' },
  { id: 'trophy-raised', prompt: 'one arm raised with a golden cup' },
  { id: 'hands-on-hips', prompt: 'hands on the hips' },
  { id: 'flex', prompt: 'flexing both arms' },
  { id: 'roar', prompt: 'both fists pumped' },
  { id: 'helmet-carried', prompt: 'the helmet carried under one arm' },
  { id: 'cheering', prompt: 'one arm up, the other fist pumped' },
] as const satisfies readonly { id: string; prompt: string }[]

export type PoseId = (typeof POSES)[number]['id']

/** A piece that a hand holds needs an arm under it. */
const OF_GEAR: Readonly<Partial<Record<ArmorId, PoseId>>> = { foam: 'cheering' }
/** Poses that follow from the gear alone. */
const NEVER_ROLLED: readonly PoseId[] = ['cheering']
/** Gear whose wearer carries no second helmet. */
const HELMETS: ReadonlySet<ArmorId> = new Set(['helmet', 'visor', 'leather'])
/** A tall piece lowers a player, whose hips are then below the picture. */
const TALL: ReadonlySet<ArmorId> = new Set([
  'knight',
  'party',
  'propeller',
  'beanie',
  'tophat',
  'chef',
  'wizard',
  'duck',
  'cleats',
  'cone',
  'popcorn',
  'halo',
  'cat',
])
/** Gear so wide that a raised hand would be behind it. */
const WIDE: ReadonlySet<ArmorId> = new Set(['space', 'pumpkin'])
const RAISED: readonly PoseId[] = ['throwing', 'point-up', 'trophy-raised']
const LOW: readonly PoseId[] = ['hands-on-hips', 'helmet-carried']
/** The tallest leave no room for crossed arms either. */
const TALLEST: ReadonlySet<ArmorId> = new Set([
  'knight',
  'party',
  'propeller',
  'chef',
  'wizard',
  'cleats',
  'cone',
  'popcorn',
])
/** Positions that never throw, and positions that never run with the ball. */
const NOT_THROWING: ReadonlySet<string> = new Set(['OL', 'DE', 'LB', 'CB', 'S', 'K'])
const NOT_RUNNING: ReadonlySet<string> = new Set(['OL', 'DE', 'K'])
const CHAMPIONS: ReadonlySet<Tier> = new Set(['Star', 'Legend'])

/** The facts that a pose is rolled for. */
export type Rolled = { readonly armorId: ArmorId; readonly jerseyNumber: string; readonly tier: Tier | null }

/** The poses a player may have, at least one: a cup is for champions, the ball for those who play it. */
export function posesFor({ armorId, jerseyNumber, tier }: Rolled): readonly PoseId[] {
  const own = OF_GEAR[armorId]
  if (own !== undefined) return [own]
  const position = getPosition(jerseyNumber) ?? ''
  const without = new Set<PoseId>([
    ...NEVER_ROLLED,
    ...(HELMETS.has(armorId) ? (['helmet-carried'] as const) : []),
    ...(TALL.has(armorId) ? LOW : []),
    ...(TALLEST.has(armorId) ? (['arms-crossed'] as const) : []),
    ...(WIDE.has(armorId) ? RAISED : []),
    ...(NOT_THROWING.has(position) ? (['throwing'] as const) : []),
    ...(NOT_RUNNING.has(position) ? (['stiff-arm'] as const) : []),
    ...(tier !== null && !CHAMPIONS.has(tier) ? (['trophy-raised'] as const) : []),
  ])
  return POSES.map(({ id }) => id).filter((id) => !without.has(id))
}

/**
 * The pose of a player. It follows from what a generation keeps, so that a picture which is drawn again shows the same.
 *
 * @param seed the id of the generation
 */
export function poseFor(seed: string, rolled: Rolled): PoseId {
  const free = posesFor(rolled)
  return free[hashOf(seed) % free.length]!
}

/** The pose after the one that is shown. Each of a player's poses comes once before any repeats. */
export function nextPose(shown: PoseId, rolled: Rolled): PoseId {
  const free = posesFor(rolled)
  return free[(free.indexOf(shown) + 1) % free.length]!
}

function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  return (hash ^ (hash >>> 13)) >>> 0
}
