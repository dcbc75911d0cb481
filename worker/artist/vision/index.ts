/** Analysis of a photo before drawing: the faces, their poses, and the segments around them. */
export type { Frame } from '#shared/vision/frame.ts'
export type { NetName } from '#shared/vision/weights.ts'
export type { Face, HeadPose, Point3 } from './face.ts'
export { findFaces } from './find-faces.ts'
export { findMainFace, type MainFace } from './main-face.ts'
export { type LoadWeights, setWeights } from './nets.ts'
export { CLASSES, personAt, type Segments, SEGMENTS_SIDE, segmentHead } from './segments.ts'
