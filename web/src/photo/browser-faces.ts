import { createFaceFinder } from './face-finder.ts'
// oxlint-disable-next-line import/default -- the build makes one of it: where it lies
import faceWorker from './face-worker.ts?worker&url'
import { ownScript } from '#web/lib/own-script.ts'

/** The browser's face detector: its network runs in a Web Worker. */
export const browserFaces = createFaceFinder(() => new Worker(ownScript(faceWorker), { type: 'module' }))
