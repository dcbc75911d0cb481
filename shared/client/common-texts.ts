/**
 * The texts of every call, signing in or not. They have a file of their own: a page has these at hand before it knows
 * any other.
 */
export const CONNECTION_FAILURE = {
  NETWORK_ERROR: 'Network error. Please check your connection and try again.',
  RATE_LIMITED: 'Too many attempts. Please wait a moment and try again.',
  notFound: 'There is nothing here.',
  gone: 'This card has been removed.',
  internal: 'Something went wrong on our side.',
} as const

/** Sentences of failures that are more than the client's own. */
export const COMMON_FAILURE = {
  invalidParameters: 'Invalid request parameters',
  fileExists: 'File already exists. Set upsert: true to overwrite.',
  fileNotFound: 'File not found',
  noImage: 'AI returned no image.',
} as const
