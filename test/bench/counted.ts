/** The calls of the platform by a request, as `test/support/counted-worker.ts` counts it. */
export const KINDS = [
  'd1Calls',
  'statements',
  'rowsRead',
  'rowsWritten',
  'kvReads',
  'kvWrites',
  'r2Reads',
  'r2Writes',
  'objectCalls',
  'assetCalls',
] as const
export type Kind = (typeof KINDS)[number]
export type Counts = Record<Kind, number>

/** Where the counts of all since the last time are answered as JSON, once nothing goes on any more. */
export const COUNTS_PATH = '/counts-of-the-bench'
