import { MODIFY_IMAGE_MAX_IMAGES, UPLOAD_MAX_BYTES } from './limits.ts'

const megabytes = (bytes: number) => Math.ceil(bytes / 1024 / 1024)

/** The sentences of the backend client. Most are promised word for word by the product specification (sections 5 and 8). */
export const CLIENT_FAILURE = {
  headlessOnly: (method: string) => `${method} is only available in headless mode`,
  noMagicToken: 'No magic link token found',
  stateMismatch: 'State mismatch',
  projectMismatch: 'Project ID mismatch',
  notAuthenticated: 'Not authenticated',
  fileNeeded: 'File is required',
  pathNeeded: 'Path must be a non-empty string',
  pathsNeeded: 'At least one path is required',
  pathsEmpty: 'All paths must be non-empty strings',
  fileTooLarge: (bytes: number) =>
    `File size (${megabytes(bytes)}MB) exceeds maximum allowed size (${megabytes(UPLOAD_MAX_BYTES)}MB)`,
  fileTypeUnsupported: (type: string) => `File type ${type} is not supported`,
  fileExists: 'File already exists. Set upsert: true to overwrite.',
  invalidParameters: 'Invalid request parameters',
  fileNotFound: 'File not found',
  promptNeeded: 'Prompt is required',
  imagesNeeded: 'At least one image is required',
  tooManyImages: `Maximum ${MODIFY_IMAGE_MAX_IMAGES} images allowed`,
  imageUrlInsecure: (url: string) => `Image URL must use HTTPS: ${url}`,
  imageUrlUnknown: (url: string) => `Image URL must end in jpg, jpeg, png, gif or webp: ${url}`,
  emailFieldsNeeded: 'Email requires to, subject, and html or text',
  emailNotSent: 'Failed to send email',
  recordNotFound: (id: string) => `Record with id ${id} not found`,
  recordNotCreated: 'Failed to create record',
  filterNeeded: 'A filter is required',
  unreadableAnswer: 'The server sent an unreadable reply.',
} as const
