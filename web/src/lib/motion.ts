/** Whether this person has asked for stillness: everything that would move is then simply there. */
export const wantsStillness = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches
