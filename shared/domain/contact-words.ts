/** Why the contact form refused a message, kept out of the first page's bundle. */
export const CONTACT_FAILURE = {
  fieldsMissing: 'Please fill in all fields.',
  fieldMissing: {
    name: 'Enter your name.',
    email: 'Enter your email address.',
    message: 'Write a message.',
  },
  emailInvalid: 'Please enter a valid email address.',
  tooSoon: 'Please wait a moment before sending another message.',
  tooLong: (most: number) => `This is too long: ${most} characters at most.`,
  refused: 'Submission failed',
  unreachable: 'Failed to send message — please try again later.',
} as const
