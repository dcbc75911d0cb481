import { QUOTA_NOTICE_FROM } from '#shared/domain/limits.ts'

/** Says how many cards are left today, or returns null while there are plenty. */
export const describeLeft = (left: number | undefined): string | null =>
  left === undefined || left > QUOTA_NOTICE_FROM ? null : `${left} left today`
