import * as z from 'zod/mini'

/** The finish requested from the embedded artist: drawn in ink, or a photo lit like the drawing. */
export const Finish = z.enum(['ink', 'photo'])
export type Finish = z.infer<typeof Finish>

/**
 * The finish that the artist used: the requested one, `photo` when it is unsure, or `faceless` without a face. Older
 * cards may have a `window`, a framed photo.
 */
export const DrawnFinish = z.enum(['ink', 'photo', 'window', 'faceless'])
export type DrawnFinish = z.infer<typeof DrawnFinish>
