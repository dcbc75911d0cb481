/** Sentences of the Hall of Fame alone, apart from those that the first page loads. */
export const HALL_WORDS = {
  keptList: 'These are the last cards we loaded.',
  examples: 'What a card looks like',
  examplesNote: 'Sample cards made from AI-generated faces.',
} as const
