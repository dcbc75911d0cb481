/** Texts of pages without JavaScript, kept out of the first page's bundle. */
export const WITHOUT_SCRIPTS_WORDS = {
  owning: 'You need JavaScript to see and manage the cards you made in this browser.',
  tooLate: 'The card changed in the meantime. Please vote again.',
} as const
