import * as z from 'zod/mini'

/** How the embedded artist is asked to render a head: drawn in ink, or as a photo in the light of the drawing. */
export const Finish = z.enum(['ink', 'photo'])
export type Finish = z.infer<typeof Finish>

/**
 * How it did render it: as asked; as a photo where it is not sure of itself; as a photo in a window, when the crown is
 * cut off; without a face, when there was no photo.
 */
export const DrawnFinish = z.enum(['ink', 'photo', 'window', 'faceless'])
export type DrawnFinish = z.infer<typeof DrawnFinish>
