/** The question before a link signs in. An attacker may have made the link with the attacker's account (login CSRF). */
export const SIGN_IN_QUESTION = {
  title: 'Sign in with this link?',
  as: (email: string) => `It signs you in as ${email}.`,
  unknown: 'It signs you in to the account it was made for.',
  warning: 'Only continue if you requested it. Cards you save will belong to that account.',
  yes: 'Sign in',
  no: 'Not now',
} as const
