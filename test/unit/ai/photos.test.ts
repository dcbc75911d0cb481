import { describe, expect, test } from 'vitest'
import { getMaxPhotos, readPhotos } from '#worker/backend/ai/photos.ts'
import { EMBEDDED } from '#worker/backend/ai/schema.ts'

const MB = 1024 * 1024

/** A store of photos of equal size that records its reads. */
function createStore(weight: number) {
  const seen: [path: string, maxBytes: number][] = []
  const read = async (path: string, maxBytes: number) => {
    seen.push([path, maxBytes])
    if (path === 'gone') return null
    if (weight > maxBytes) throw new Error('too large')
    return { bytes: new Uint8Array(weight) }
  }
  return { seen, read }
}

describe('the photos of a request', () => {
  test('reads each photo of a request once, even when it is named repeatedly', async () => {
    const store = createStore(10)
    expect(await readPhotos(store, ['a', 'b', 'a', 'a', 'b'], 50)).toHaveLength(2)
    expect(store.seen.map(([path]) => path)).toEqual(['a', 'b'])
  })

  test('reads only as many photos as the engine uses: one for the built-in artist', async () => {
    const store = createStore(10)
    expect(await readPhotos(store, ['a', 'b', 'gone'], getMaxPhotos(EMBEDDED))).toHaveLength(1)
    expect(store.seen).toHaveLength(1)
    expect(getMaxPhotos('openai')).toBe(50)
  })

  test('limits the photos of a request to 16 MB in total, and reads nothing beyond', async () => {
    const store = createStore(6 * MB)
    await expect(readPhotos(store, ['a', 'b', 'c', 'd'], 50)).rejects.toThrow('too large')
    expect(store.seen.map(([, left]) => left / MB)).toEqual([16, 10, 4])
  })

  test('returns FILE_NOT_FOUND for missing photos', async () => {
    await expect(readPhotos(createStore(1), ['a', 'gone'], 50)).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' })
  })
})
