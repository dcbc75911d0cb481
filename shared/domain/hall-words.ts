/** Texts of the Hall of Fame, kept out of the first page's bundle. */
export const HALL_WORDS = {
  noVotes: 'No votes this week yet.',
  keptList: "Couldn't update. These are the last cards we loaded.",
  examples: 'What a card looks like',
  examplesNote: 'Sample cards made from AI-generated faces.',
} as const
