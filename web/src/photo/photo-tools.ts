/** The tools that prepare photos, lazy-loaded after the page: no photo can be picked before. */
export const loadPhotoTools = () => import('./photo.ts')

/** What fits them to the frame. The ones above need it, too. */
export const loadCropTools = () => import('./photo-crop.ts')
