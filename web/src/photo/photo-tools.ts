import type { FaceScan } from './face-finder.ts'
import type { MainFace } from './main-face.ts'
import type { PhotoSize } from './photo-crop.ts'

/** The tools that prepare photos, lazy-loaded after the page: no photo can be picked before. */
export const loadPhotoTools = () => import('./photo.ts')

/** Loads the tools that crop photos. The tools above import them too. */
export const loadCropTools = () => import('./photo-crop.ts')

/** Looks for the main face of a photo. A lost download counts as a photo without a face. */
export const searchMainFace = async (photo: PhotoSize, scan: FaceScan | null): Promise<MainFace> => {
  const tools = await import('./main-face.ts').catch(() => null)
  return tools?.findMainFace(photo, scan) ?? { faces: [], mainView: null }
}
