import fc from 'fast-check'
import { beforeEach, expect, it } from 'vitest'
import type { Generation } from '#shared/contracts/generations.ts'
import { countRows, filesBelow } from '../../support/cards.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { HOSTILE_TYPES, hostileContent, hostileName, PAGE } from '../../support/hostile-files.ts'
import { getNetwork, runs, expectSoundJson } from '../../support/hostile-requests.ts'
import { hostileText } from '../../support/hostile-text.ts'
import { withGiantHeader } from '../../support/pictures.ts'
import { portraitBytes } from '../../support/portrait.ts'
import { createDrivenApp } from '../../worker/edge/driven.ts'

const ATTEMPTS = 40

beforeEach(freshDatabase)

const FIELDS = { nickname: 'Ace', number: '12', team: 'Green Bay Packers', armor: 'duck' }
const encoder = new TextEncoder()

/** Escapes a file name like browsers do. */
const escaped = (name: string) =>
  name.replaceAll(/["\r\n]/g, (one) => `%${one.codePointAt(0)!.toString(16).toUpperCase().padStart(2, '0')}`)

type File = { readonly name: string; readonly type: string; readonly bytes: Uint8Array }
type Form = {
  readonly file: File
  readonly isRaw: boolean
  readonly times: number
  readonly fields: Record<string, string>
}

/** Built by hand, because a browser's own form would escape a name. */
function getBody({ file, isRaw, times, fields }: Form): Blob {
  const getName = isRaw ? (name: string) => name : escaped
  const head = `--b\r\ncontent-disposition: form-data; name="photo"; filename="${getName(file.name)}"\r\ncontent-type: ${file.type}\r\n\r\n`
  const photo = [encoder.encode(head), new Uint8Array(file.bytes), encoder.encode('\r\n')]
  const texts = Object.entries(fields).map(
    ([name, value]) => `--b\r\ncontent-disposition: form-data; name="${escaped(name)}"\r\n\r\n${value}\r\n`,
  )
  return new Blob([texts.join(''), ...Array.from({ length: times }, () => photo).flat(), '--b--\r\n'])
}

const EXTENSIONS = ['.jpg', '.png', '.svg', '.html', '.exe', '.jpg.php', '', '.JPG ', '.gif']
const content = fc.oneof(
  hostileContent,
  fc.constant(null).map(() => portraitBytes()),
  fc.constant(null).map(() => withGiantHeader(portraitBytes())),
)
const form = fc.record({
  file: fc.record({
    name: fc.tuple(hostileName, fc.constantFrom(...EXTENSIONS)).map((parts) => parts.join('')),
    type: fc.constantFrom(...HOSTILE_TYPES, 'image/gif', 'image/webp'),
    bytes: content,
  }),
  isRaw: fc.boolean(),
  times: fc.constantFrom(1, 1, 1, 1, 1, 1, 0, 2),
  fields: fc.oneof(
    { weight: 3, arbitrary: fc.constant<Record<string, string>>(FIELDS) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom(...Object.keys(FIELDS), 'id', 'like', 'from', '__proto__'), hostileText)
        .map(([name, value]) => ({ ...FIELDS, [name]: value })),
    },
  ),
})

const holds = (bytes: Uint8Array, text: string) => new TextDecoder('latin1').decode(bytes).includes(text)

it('stores a photo from any accepted multipart form as a new JPEG, and deletes it afterwards', async () => {
  const driven = createDrivenApp()
  const seen = { taken: 0, refused: 0 }
  let n = 0
  await fc.assert(
    fc.asyncProperty(form, async (one) => {
      const visitor = await driven.visitor(getNetwork(++n))
      const leftBefore = await driven.left(visitor)
      const label = `a photo named ${JSON.stringify(one.file.name.slice(0, 80))}, ${one.file.bytes.length} bytes`
      const response = await expectSoundJson(label, () =>
        visitor.send('/api/generations', {
          method: 'POST',
          body: getBody(one),
          headers: { 'content-type': 'multipart/form-data; boundary=b' },
        }),
      )
      const photos = await filesBelow('player-photos/')
      if (!response.ok) {
        seen.refused++
        expect([label, response.status, photos, leftBefore - (await driven.left(visitor))]).toEqual([
          label,
          expect.toBeOneOf([400, 409, 413, 415, 422]),
          [],
          0,
        ])
        return
      }
      seen.taken++
      expect(response.status).toBe(202)
      expect(photos).toEqual([expect.stringMatching(/^player-photos\/[\w-]+\.jpg$/)])
      const stored = (await testEnv().FILES.get(photos[0]!))!
      const bytes = new Uint8Array(await stored.arrayBuffer())
      expect(stored.httpMetadata?.contentType).toBe('image/jpeg')
      expect(bytes.slice(0, 3)).toEqual(Uint8Array.of(0xff, 0xd8, 0xff))
      // Re-encoded, so that nothing hidden within or after the image survives.
      for (const part of [PAGE, 'alert(', '<svg']) expect(holds(bytes, part)).toBe(false)
      const { id } = response.body as Generation
      const over = await driven.finish(visitor, id)
      expect([over.state, await filesBelow('player-photos/')]).toEqual(['ready', []])
    }),
    runs(ATTEMPTS),
  )
  // A few of these files are photos, and most are not.
  expect(seen.taken).toBeGreaterThan(ATTEMPTS / 20)
  expect(seen.refused).toBeGreaterThan(ATTEMPTS / 2)
  expect(await countRows('fantasy_football_cards')).toBe(seen.taken)
}, 400_000)
