import fc from 'fast-check'
import { beforeEach, expect, it } from 'vitest'
import { createTestApp } from '../../support/app.ts'
import { as, PROJECT, listStoredKeys, upload } from '../../support/backend.ts'
import { freshDatabase } from '../../support/env.ts'
import { HOSTILE_TYPES, hostileContent, hostileName } from '../../support/hostile-files.ts'
import { runs, expectSoundResponse } from '../../support/hostile-requests.ts'

const ATTEMPTS = 50

beforeEach(freshDatabase)

const file = fc.record({
  bytes: hostileContent,
  type: fc.constantFrom(...HOSTILE_TYPES),
  path: fc.oneof(
    hostileName,
    hostileName.map((one) => `player-photos/${one}`),
    // Valid names, so that the content is checked.
    fc
      .tuple(fc.constantFrom('player-photos', 'files'), fc.nat(1 << 24), fc.constantFrom('jpg', 'svg', 'html', 'pdf'))
      .map(([folder, n, end]) => `${folder}/${n}.${end}`),
  ),
  isOwner: fc.boolean(),
  options: fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(undefined, '{"upsert":true}') },
    { weight: 1, arbitrary: fc.constantFrom('{', '[]', '{"upsert":"yes","__proto__":{}}') },
  ),
})

/** Types that a browser executes when opened. */
const RUNS = /html|svg|xml|javascript|css|wasm|shockwave/

it('stores no upload outside its folder, and serves none as an executable type', { timeout: 120_000 }, async () => {
  const app = createTestApp()
  const seen = { refused: 0, byOwner: 0, byNobody: 0, served: 0 }
  await fc.assert(
    fc.asyncProperty(file, async ({ bytes, type, path, isOwner, options }) => {
      const before = new Set(await listStoredKeys())
      const response = await expectSoundResponse(`an upload to ${path}`, () =>
        upload(app, {
          file: new Blob([new Uint8Array(bytes)], { type }),
          path,
          ...(options === undefined ? {} : { options }),
          headers: isOwner ? as.service() : {},
        }),
      )
      const { text } = response
      const added = (await listStoredKeys()).filter((key) => !before.has(key))
      if (!response.ok) {
        seen.refused++
        expect(JSON.parse(text)).toMatchObject({ code: expect.any(String) as string })
        expect(added).toEqual([])
        return
      }
      seen[isOwner ? 'byOwner' : 'byNobody']++
      // An anonymous file is a photo, in the one folder that is swept.
      if (!isOwner) expect(added.every((key) => key.startsWith('player-photos/'))).toBe(true)
      for (const key of added) expect(key).not.toMatch(/(^|\/)\.{0,2}(\/|$)|\p{Cc}/u)
      const { publicUrl } = JSON.parse(text) as { publicUrl: string }
      const served = await app.send(new URL(publicUrl).pathname)
      await served.arrayBuffer()
      expect(new URL(publicUrl).pathname.startsWith(`/storage/${PROJECT}/`)).toBe(true)
      if (!served.ok) return
      seen.served++
      expect(served.headers.get('content-type')).not.toMatch(RUNS)
      expect(served.headers.get('x-content-type-options')).toBe('nosniff')
      expect(served.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    }),
    runs(ATTEMPTS),
  )
  // Some files are refused and some are accepted, so each rule above was exercised.
  expect(seen.refused).toBeGreaterThan(ATTEMPTS / 5)
  expect(seen.byOwner).toBeGreaterThan(ATTEMPTS / 20)
  expect(seen.byNobody).toBeGreaterThan(ATTEMPTS / 100)
  expect(seen.served).toBeGreaterThan(ATTEMPTS / 20)
})
