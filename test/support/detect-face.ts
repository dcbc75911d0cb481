import type { Picture } from '#worker/graphics/picture.ts'
import { findFaces, type HeadPose } from '#worker/artist/vision/index.ts'

/** Where the most prominent head of a picture is, or null. */
export const detectFace = async (picture: Picture): Promise<HeadPose | null> =>
  (await findFaces(picture))[0]?.pose ?? null
