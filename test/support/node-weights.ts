/** Loads the artist's nets in Node, where no Worker serves their files. */
import { setWeights } from '#worker/artist/vision/nets.ts'

setWeights(async (name) => (await import('../../web/weights/sources.ts')).netFile(name).buffer)
