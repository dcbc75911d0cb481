import * as z from 'zod/mini'

/** The finish requested from the embedded artist: drawn in ink, or a photo lit like the drawing. */
export const Finish = z.enum(['ink', 'photo'])
export type Finish = z.infer<typeof Finish>

/**
 * The finish that the artist used: the requested one, `photo` when it is unsure, `window` (a framed photo) when the top
 * of the head is cut off, or `faceless` without a photo.
 */
export const DrawnFinish = z.enum(['ink', 'photo', 'window', 'faceless'])
export type DrawnFinish = z.infer<typeof DrawnFinish>
