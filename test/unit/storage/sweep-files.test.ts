import { expect, test } from 'vitest'
import { sweepUploads } from '#worker/backend/sweep-files.ts'

test('pictures of pages go when their time is over, and others stay', async () => {
  const expiries: Record<string, number> = { 'tmp/a': 50, 'screenshots/old.png': 100, 'screenshots/new.png': 101 }
  const gone: string[] = []
  const storage = {
    async *list(prefix: string) {
      const keys = Object.keys(expiries).filter((key) => key.startsWith(prefix))
      yield keys.map((key) => ({ key, uploaded: new Date(0), customMetadata: {} }))
    },
    remove: async (paths: readonly string[]) => void gone.push(...paths),
    expiryOf: ({ key }: { key: string }) => expiries[key]!,
  }
  expect(await sweepUploads({ storage, clock: () => 100 })).toBe(2)
  expect(gone).toEqual(['tmp/a', 'screenshots/old.png'])
})
