import { afterEach, describe, expect, test, vi } from 'vitest'
import { ownScript } from '#web/lib/own-script.ts'

afterEach(() => vi.unstubAllGlobals())

describe('a script of this site', () => {
  test('is its address where browsers know no trusted types', () => {
    expect(ownScript('/assets/face-worker-1.js')).toBe('/assets/face-worker-1.js')
  })

  test('is judged by the one policy that pages allow, made once', () => {
    const createPolicy = vi.fn((_: string, rules: object) => rules)
    vi.stubGlobal('trustedTypes', { createPolicy })
    expect([ownScript('/assets/a.js'), ownScript('/assets/b.js')]).toEqual(['/assets/a.js', '/assets/b.js'])
    expect(createPolicy.mock.calls.map(([name]) => name)).toEqual(['own-files'])
  })

  test.each(['https://evil.example/assets/a.js', '//evil.example/assets/a.js', 'blob:x', 'data:text/javascript,1'])(
    'is not %s',
    (path) => expect(() => ownScript(path)).toThrow(TypeError),
  )
})
