/** The tools that prepare photos, lazy-loaded after the page: no photo can be picked before. */
export const loadPhotoTools = () => import('./photo.ts')

/** The tools that fit photos to the frame. The ones above need them too. */
export const loadCropTools = () => import('./photo-crop.ts')
