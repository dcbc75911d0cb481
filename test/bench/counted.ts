/** Platform calls of one request, counted by `test/support/counted-worker.ts`. */
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

/** Path that returns the counts since the last call as JSON, once all work is done. */
export const COUNTS_PATH = '/counts-of-the-bench'
