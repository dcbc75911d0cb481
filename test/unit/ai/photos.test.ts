import { describe, expect, test } from 'vitest'
import { photosOf, readPhotos } from '#worker/backend/ai/photos.ts'
import { EMBEDDED } from '#worker/backend/ai/schema.ts'

const MB = 1024 * 1024

/** A store of photos that all weigh the same, which notes what is read of it. */
function storeOf(weight: number) {
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
  test('are read once each, however often they are named', async () => {
    const store = storeOf(10)
    expect(await readPhotos(store, ['a', 'b', 'a', 'a', 'b'], 50)).toHaveLength(2)
    expect(store.seen.map(([path]) => path)).toEqual(['a', 'b'])
  })

  test('are read as far as an engine looks at them: our own at the first', async () => {
    const store = storeOf(10)
    expect(await readPhotos(store, ['a', 'b', 'gone'], photosOf(EMBEDDED))).toHaveLength(1)
    expect(store.seen).toHaveLength(1)
    expect(photosOf('openai')).toBe(50)
  })

  test('weigh 16 MB together at most, and nothing is read that would be more', async () => {
    const store = storeOf(6 * MB)
    await expect(readPhotos(store, ['a', 'b', 'c', 'd'], 50)).rejects.toThrow('too large')
    expect(store.seen.map(([, left]) => left / MB)).toEqual([16, 10, 4])
  })

  test('that are gone are not found', async () => {
    await expect(readPhotos(storeOf(1), ['a', 'gone'], 50)).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' })
  })
})
