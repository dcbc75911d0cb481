import { afterEach, describe, expect, test, vi } from 'vitest'
import { ownScript } from '#web/lib/own-script.ts'

afterEach(() => vi.unstubAllGlobals())

describe('ownScript', () => {
  test('returns the script URL in browsers without Trusted Types', () => {
    expect(ownScript('/assets/face-worker-1.js')).toBe('/assets/face-worker-1.js')
  })

  test('creates the single allowed policy once', () => {
    const createPolicy = vi.fn((_: string, rules: object) => rules)
    vi.stubGlobal('trustedTypes', { createPolicy })
    expect([ownScript('/assets/a.js'), ownScript('/assets/b.js')]).toEqual(['/assets/a.js', '/assets/b.js'])
    expect(createPolicy.mock.calls.map(([name]) => name)).toEqual(['own-files'])
  })

  test.each(['https://evil.example/assets/a.js', '//evil.example/assets/a.js', 'blob:x', 'data:text/javascript,1'])(
    'refuses %s as an own script',
    (path) => expect(() => ownScript(path)).toThrow(TypeError),
  )
})
