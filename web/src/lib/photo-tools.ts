/** What prepares photos. Nobody can pick one before the page stands, so it is fetched after that. */
export const loadPhotoTools = () => import('./photo.ts')
