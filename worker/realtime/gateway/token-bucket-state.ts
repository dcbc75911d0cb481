/** State of a token bucket: the tokens left at a time. Small enough for a socket's attachment. */
export type TokenBucketState = { readonly left: number; readonly at: number }

export type TokenBucketRate = { readonly perSecond: number; readonly burst: number }

export const fullBucket = ({ burst }: TokenBucketRate, now: number): TokenBucketState => ({ left: burst, at: now })

/** Takes one token. @returns the new state, or null if the bucket is empty */
export function takeToken(
  { left, at }: TokenBucketState,
  { perSecond, burst }: TokenBucketRate,
  now: number,
): TokenBucketState | null {
  const grown = Math.min(burst, left + (Math.max(0, now - at) / 1000) * perSecond)
  return grown < 1 ? null : { left: grown - 1, at: now }
}
