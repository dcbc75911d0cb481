import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('returns no suggestion and no error in a browser without WebAssembly', async () => {
  vi.stubGlobal('WebAssembly', undefined)
  vi.stubGlobal('fetch', async () => new Response())
  const results = vi.spyOn(window, 'postMessage').mockImplementation(() => {})
  await import('#web/photo/face-worker.ts')
  const question = { id: 7, isFilm: false, data: new Uint8ClampedArray(4), width: 1, height: 1 }
  window.dispatchEvent(new MessageEvent('message', { data: question }))
  await vi.waitFor(() => expect(results.mock.calls).toEqual([[{ id: 7, scan: null }, {}]]))
})
