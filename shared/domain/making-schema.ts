import * as z from 'zod/mini'
import { DrawnFinish } from './finish.ts'

/**
 * How the player on a card came about: drawn by a trained image model; by our own artist's arithmetic from a photo, in
 * which small networks have found the face; or by our own artist without a photo.
 */
export const Source = z.enum(['trained', 'computed', 'plain'])
export type Source = z.infer<typeof Source>

/** The data that a card carries about its making. */
export const Making = z.object({ source: Source, finish: z.nullable(DrawnFinish) })
export type Making = z.infer<typeof Making>
