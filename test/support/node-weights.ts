/** Gives the artist its nets where there is no Worker that serves their files. */
import { setWeights } from '#worker/artist/vision/nets.ts'

setWeights(async (name) => (await import('../../web/weights/sources.ts')).netFile(name).buffer)
