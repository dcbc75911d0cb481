/** The messages for sign-in failures in the product specification (section 8). */
export const AUTH_MESSAGES = [
  ['INVALID_CREDENTIALS', 'Invalid email or password. Please try again.'],
  ['EMAIL_NOT_VERIFIED', 'Please verify your email address before signing in.'],
  ['POPUP_CANCELED', 'Sign-in was canceled. Please try again.'],
  ['NETWORK_ERROR', 'Network error. Please check your connection and try again.'],
  ['RATE_LIMITED', 'Too many attempts. Please wait a moment and try again.'],
  ['AUTH_TIMEOUT', 'Authentication timed out. Please try again.'],
  ['REDIRECT_FAILED', 'Redirect failed. Please try again.'],
  ['TOKEN_EXPIRED', 'Session expired. Please sign in again.'],
  ['USER_NOT_FOUND', 'User not found. Please check your email and try again.'],
  ['EMAIL_ALREADY_EXISTS', 'An account with this email already exists.'],
  ['WEAK_PASSWORD', 'Password is too weak. Please choose a stronger password.'],
  ['INVALID_EMAIL', 'Please enter a valid email address.'],
  ['MAGIC_LINK_EXPIRED', 'Magic link has expired. Please request a new one.'],
  ['VERIFICATION_FAILED', 'Verification failed. Please try again.'],
] as const
