import type { Levels } from '#shared/vision/frame.ts'
import { halvePicture, type Picture } from '#worker/graphics/picture.ts'

/** Returns a picture and its mipmaps, which the drawing uses as well. */
export const levelsOfPicture =
  (picture: Picture): Levels =>
  (level) => {
    let { data, widthPx: width, heightPx: height } = picture
    for (let i = 0, one = picture; i < level; i++) {
      one = halvePicture(one)
      ;({ data, widthPx: width, heightPx: height } = one)
    }
    return { data, width, height }
  }
