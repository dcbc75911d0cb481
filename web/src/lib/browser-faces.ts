import { createFaceFinder } from './face-finder.ts'

/** The browser's face detector: its network runs in a Web Worker. */
export const browserFaces = createFaceFinder(
  () => new Worker(new URL('./face-worker.ts', import.meta.url), { type: 'module' }),
)
