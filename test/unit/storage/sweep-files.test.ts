import { expect, test } from 'vitest'
import type { Piece } from '#worker/operate/tasks.ts'
import { sweepUploads } from '#worker/backend/sweep-files.ts'

test('sweeps expired screenshots, and keeps others', async () => {
  const expiries: Record<string, number> = { 'tmp/a': 50, 'screenshots/new.png': 101, 'screenshots/old.png': 100 }
  const gone: string[] = []
  const storage = {
    async *list() {},
    /** Pages of one file. */
    async pageAfter(prefix: string, after: string | null) {
      const keys = Object.keys(expiries).filter((key) => key.startsWith(prefix) && key > (after ?? ''))
      const files = keys.slice(0, 1).map((key) => ({ key, uploaded: new Date(0), customMetadata: {} }))
      return { files, last: keys.length > 1 ? keys[0]! : null }
    },
    remove: async (paths: readonly string[]) => void gone.push(...paths),
    getExpiry: ({ key }: { key: string }) => expiries[key]!,
  }
  const sweep = sweepUploads({ storage, clock: () => 100 })
  const pieces = []
  let resume: string | null = null
  do {
    const piece: Piece = await sweep(resume)
    pieces.push(piece.items)
    resume = piece.resume
  } while (resume !== null)
  expect(pieces).toEqual([1, 0, 1])
  expect(gone).toEqual(['tmp/a', 'screenshots/old.png'])
})
