/**
 * Messages that any call may need. They have their own file because a page's first load includes them but not the rest.
 */
export const CONNECTION_FAILURE = {
  NETWORK_ERROR: 'Network error. Please check your connection and try again.',
  RATE_LIMITED: 'Too many attempts. Please wait a moment and try again.',
  notFound: 'There is nothing here.',
  gone: 'This card has been removed.',
  internal: 'Something went wrong on our side.',
} as const

/** Messages that the client and the server share. */
export const COMMON_FAILURE = {
  invalidParameters: 'Invalid request parameters',
  fileExists: 'File already exists. Set upsert: true to overwrite.',
  fileNotFound: 'File not found',
  noImage: 'AI returned no image.',
} as const
