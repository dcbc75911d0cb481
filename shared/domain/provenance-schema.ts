import * as z from 'zod/mini'
import { DrawnFinish } from './finish.ts'

/**
 * The origin of a card's player. `trained`: an AI image model. `computed`: our own artist from a photo, in which small
 * neural networks found the face. `plain`: our own artist without a photo.
 */
export const ArtSource = z.enum(['trained', 'computed', 'plain'])
export type ArtSource = z.infer<typeof ArtSource>

/** A card's provenance. */
export const Provenance = z.object({ source: ArtSource, finish: z.nullable(DrawnFinish) })
export type Provenance = z.infer<typeof Provenance>
