import * as z from 'zod/mini'
import { DrawnFinish } from './finish.ts'

/**
 * How a card's player was made. `trained`: by an AI image model. `computed`: by our own artist from a photo, in which
 * small neural networks found the face. `plain`: by our own artist without a photo.
 */
export const ArtSource = z.enum(['trained', 'computed', 'plain'])
export type ArtSource = z.infer<typeof ArtSource>

/** Provenance of a card. */
export const Provenance = z.object({ source: ArtSource, finish: z.nullable(DrawnFinish) })
export type Provenance = z.infer<typeof Provenance>
