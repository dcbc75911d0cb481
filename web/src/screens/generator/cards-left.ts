import { QUOTA_SHOWN_FROM } from '#shared/domain/limits.ts'

/** Returns how many cards are left today in words, or null while there are plenty. */
export const describeLeft = (left: number | undefined): string | null =>
  left === undefined || left > QUOTA_SHOWN_FROM ? null : `${left} left today`
