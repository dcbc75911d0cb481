/** What the backend client refuses to send. */
export const UPLOAD_MAX_BYTES = 50 * 1024 * 1024
export const MODIFY_IMAGE_MAX_IMAGES = 50
