import * as z from 'zod/mini'

/** How the embedded artist renders a head: drawn in ink, or as a photo in the light of the drawing. */
export const Finish = z.enum(['ink', 'photo'])
export type Finish = z.infer<typeof Finish>
