/** Whether this person has asked for stillness: everything that would move is then simply there. So is a page that the build writes. */
export const wantsStillness = (): boolean =>
  typeof matchMedia === 'undefined' || matchMedia('(prefers-reduced-motion: reduce)').matches
