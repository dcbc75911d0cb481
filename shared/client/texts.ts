import { MODIFY_IMAGE_MAX_IMAGES, UPLOAD_MAX_BYTES } from './limits.ts'

const megabytes = (bytes: number) => Math.ceil(bytes / 1024 / 1024)

/** What a person reads when signing in goes wrong, by code. `OTHER` stands for every code that is not here. */
export const AUTH_FAILURE = {
  INVALID_CREDENTIALS: 'Invalid email or password. Please try again.',
  EMAIL_NOT_VERIFIED: 'Please verify your email address before signing in.',
  POPUP_CANCELED: 'Sign-in was canceled. Please try again.',
  NETWORK_ERROR: 'Network error. Please check your connection and try again.',
  RATE_LIMITED: 'Too many attempts. Please wait a moment and try again.',
  AUTH_TIMEOUT: 'Authentication timed out. Please try again.',
  REDIRECT_FAILED: 'Redirect failed. Please try again.',
  TOKEN_EXPIRED: 'Session expired. Please sign in again.',
  USER_NOT_FOUND: 'User not found. Please check your email and try again.',
  EMAIL_ALREADY_EXISTS: 'An account with this email already exists.',
  WEAK_PASSWORD: 'Password is too weak. Please choose a stronger password.',
  INVALID_EMAIL: 'Please enter a valid email address.',
  MAGIC_LINK_EXPIRED: 'Magic link has expired. Please request a new one.',
  VERIFICATION_FAILED: 'Verification failed. Please try again.',
  OTHER: 'Authentication error. Please try again.',
} as const

/** The sentences of the backend client. Most are promised word for word by the product specification (sections 5 and 8). */
export const CLIENT_FAILURE = {
  headlessOnly: (method: string) => `${method} is only available in headless mode`,
  noMagicToken: 'No magic link token found',
  stateMismatch: 'State mismatch',
  projectMismatch: 'Project ID mismatch',
  notAuthenticated: 'Not authenticated',
  popupBlocked: 'The browser did not let the sign-in window open.',
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
  noImage: 'AI returned no image.',
  subscriptionTimeout: 'Subscription timeout',
  messageSendTimeout: 'Message send timeout',
  connectionTimeout: 'Connection timeout',
  connectionClosed: 'Connection closed',
  promptNeeded: 'Prompt is required',
  imagesNeeded: 'At least one image is required',
  tooManyImages: `Maximum ${MODIFY_IMAGE_MAX_IMAGES} images allowed`,
  imageUrlInsecure: (url: string) => `Image URL must use HTTPS: ${url}`,
  imageUrlUnknown: (url: string) => `Image URL must end in jpg, jpeg, png, gif or webp: ${url}`,
  emailFieldsNeeded: 'Email requires to, subject, and html or text',
  emailNotSent: 'Failed to send email',
  recordNotFound: (id: string) => `Record with id ${id} not found`,
  recordNotCreated: 'Failed to create record',
  idNeeded: 'An id is required',
  filterNeeded: 'A filter is required',
  unreadableAnswer: 'The server sent an unreadable reply.',
} as const
