import { beforeEach, describe, expect, test } from 'vitest'
import { FAILURE } from '#shared/domain/messages.ts'
import { render } from '#worker/graphics/engine.ts'
import { createTestApp } from '../../support/app.ts'
import { countRows, filesBelow } from '../../support/cards.ts'
import { freshDatabase } from '../../support/env.ts'
import { MiB } from '../../support/form-stream.ts'
import { ANIMATED_GIF, HEIC, PDF, TEXT, truncateJpeg, withGiantHeader } from '../../support/pictures.ts'
import { portraitBytes } from '../../support/portrait.ts'
import { smallPhoto } from '../../support/stub-artist.ts'

const FIELDS = { nickname: 'Ace', number: '12', team: 'Green Bay Packers', armor: 'duck' }

beforeEach(freshDatabase)

async function generateWith(photo: Blob | null, fields: Record<string, string> = {}) {
  const visitor = createTestApp().visitor()
  const response = await visitor.form('/api/generations', {
    ...FIELDS,
    ...fields,
    ...(photo === null ? {} : { photo }),
  })
  const { code, error, details } = (await response.json()) as { code: string; error: string; details: unknown }
  return { status: response.status, code, details, toast: FAILURE.generate(error), words: error }
}

const file = (bytes: Uint8Array<ArrayBuffer>, type = 'image/jpeg') => new File([bytes], 'photo.jpg', { type })

/** A PNG with 16 bits per channel in its header. */
async function deepPng() {
  const size = { width: 40, height: 40 }
  const png = await render(
    { type: 'container', style: { ...size, backgroundColor: '#123' } },
    { ...size, format: 'png' },
  )
  png[24] = 16
  return file(png, 'image/png')
}

/** Photos without content. */
const BLANK = [
  ['one pixel', '#c08060', [1, 1], 'png'],
  ['a thumbnail of a thumbnail', '#c08060', [300, 20], 'jpeg'],
  ['entirely black', '#000000', [512, 320], 'jpeg'],
  ['of one color', '#3060c0', [120, 160], 'png'],
  ['transparent', 'transparent', [100, 100], 'png'],
] as const

const plain = async (color: string, [width, height]: readonly [number, number], format: 'png' | 'jpeg') =>
  file(await render({ type: 'container', style: { width, height, backgroundColor: color } }, { width, height, format }))

const UNUSABLE: readonly (readonly [
  what: string,
  photo: () => File | Promise<File>,
  status: number,
  code: string,
  words: string,
])[] = [
  [
    'not an image',
    () => file(TEXT, 'text/plain'),
    415,
    'IMAGE_UNSUPPORTED',
    "We can't read this file. Try a JPEG, PNG or WebP.",
  ],
  ['a renamed PDF', () => file(PDF), 415, 'IMAGE_UNSUPPORTED', "We can't read this file. Try a JPEG, PNG or WebP."],
  [
    'a truncated JPEG',
    () => file(truncateJpeg(portraitBytes())),
    422,
    'IMAGE_UNREADABLE',
    "We can't read this photo. Try another one, or take a screenshot of it and use that.",
  ],
  [
    '30,000 x 30,000 pixels by its header',
    () => file(withGiantHeader(portraitBytes())),
    413,
    'IMAGE_TOO_LARGE',
    'This image has too many pixels. Choose a smaller one.',
  ],
  [
    'an animated GIF',
    () => file(ANIMATED_GIF, 'image/gif'),
    415,
    'IMAGE_ANIMATED',
    "Animated images don't work here. Try a JPEG, PNG or WebP.",
  ],
  [
    'a PNG of 16 bits per channel',
    deepPng,
    415,
    'IMAGE_UNSUPPORTED',
    "We can't read PNGs with 16 bits per channel. Try a JPEG or an 8-bit PNG.",
  ],
  [
    'HEIC',
    () => file(HEIC, 'image/heic'),
    415,
    'IMAGE_HEIC',
    "We can't read HEIC photos. Use a JPEG or PNG, or upload a screenshot of the photo. On an iPhone, Settings > Camera > Formats > Most Compatible takes JPEGs.",
  ],
  ['empty', () => file(new Uint8Array()), 400, 'FILE_MISSING', 'Please upload an image before generating.'],
  ...BLANK.map(
    ([what, color, size, format]) =>
      [what, () => plain(color, size, format), 422, 'IMAGE_BLANK', 'This photo looks blank. Try another one.'] as const,
  ),
]

describe('unusable photos', () => {
  test('explains why a photo cannot be used, charges nothing and stores nothing', async () => {
    for (const [what, photo, status, code, words] of UNUSABLE) {
      const response = await generateWith(await photo())
      expect(response, what).toMatchObject({ status, code, words, toast: `Failed to generate card: ${words}` })
    }
    expect(await filesBelow('')).toEqual([])
    expect([
      await countRows('fantasy_football_cards'),
      await countRows('generations'),
      await countRows('generation_charges'),
    ]).toEqual([0, 0, 0])
  })

  test('explains that a photo is missing', async () => {
    expect(await generateWith(null)).toMatchObject({ status: 400, code: 'FILE_MISSING', words: FAILURE.photoMissing })
  })

  test('explains the size limit for a photo of 50 MB and one byte', async () => {
    const response = await generateWith(file(new Uint8Array(50 * 1024 * 1024 + 1)))
    expect(response).toMatchObject({
      status: 413,
      code: 'FILE_TOO_LARGE',
      words: 'File size (51MB) exceeds maximum allowed size (50MB)',
    })
    expect(await filesBelow('')).toEqual([])
  })
})

describe('photos larger than 20 MB', () => {
  const WORDS = 'This photo is too large. Choose one below 20 MB.'
  const TYPE = { 'content-type': 'multipart/form-data; boundary=b' }
  const START = '--b\r\nContent-Disposition: form-data; name="photo"; filename="a"\r\n\r\n'

  /** A form generated while it is read, without a Content-Length. */
  function endless(start: string) {
    let sent = 0
    const piece = new Uint8Array(MiB).fill(0xff)
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.enqueue(sent === 0 ? new TextEncoder().encode(start) : piece)
        sent += MiB
      },
    })
    return { body, sent: () => sent }
  }

  test('rejects a photo larger than 20 MB', async () => {
    const response = await generateWith(file(new Uint8Array(20 * MiB + 1)))
    expect(response).toMatchObject({ status: 413, code: 'FILE_TOO_LARGE', words: WORDS })
  })

  test('rejects a photo by its Content-Length above 20 MB, before it arrives', async () => {
    const headers = { ...TYPE, 'content-length': String(21 * MiB) }
    const response = await createTestApp().visitor().send('/api/generations', { method: 'POST', headers, body: START })
    expect(response.status).toBe(413)
    expect(await response.json()).toMatchObject({ code: 'FILE_TOO_LARGE', message: WORDS })
  })

  test.each([{}, { 'content-length': '10' }])('rejects an endless photo while it arrives, with %j', async (length) => {
    const form = endless(START)
    const headers = { ...TYPE, ...length }
    const response = await createTestApp()
      .visitor()
      .send('/api/generations', { method: 'POST', headers, body: form.body })
    expect(response.status).toBe(413)
    expect(await response.json()).toMatchObject({ code: 'FILE_TOO_LARGE' })
    expect(form.sent()).toBeLessThan(110 * MiB)
    expect(await filesBelow('')).toEqual([])
  })

  test('accepts a motion photo of 20 MB by its still image', async () => {
    const picture = await smallPhoto()
    const film = new Uint8Array(20 * MiB - picture.length)
    const visitor = createTestApp().visitor()
    const photo = new File([picture, film], 'motion.jpg')
    const response = await visitor.form('/api/generations', { ...FIELDS, photo })
    expect(response.status).toBe(202)
    const { id } = (await response.json()) as { id: string }
    expect((await visitor.post(`/api/generations/${id}/cancel`, {})).status).toBe(200)
  })
})

describe('unusable forms', () => {
  test('rejects two photos and stores neither', async () => {
    const form = new FormData()
    for (const [name, value] of Object.entries(FIELDS)) form.set(name, value)
    for (let i = 0; i < 2; i++) form.append('photo', file(await smallPhoto()))
    const response = await createTestApp().visitor().send('/api/generations', { method: 'POST', body: form })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ details: [{ path: 'photo' }] })
    expect(await filesBelow('')).toEqual([])
  })

  test('names the field of an invalid team or gear and stores no photo', async () => {
    for (const [path, fields] of [
      ['team', { team: 'London Foxes' }],
      ['team', { team: '' }],
      ['armor', { armor: 'tank' }],
    ] as const)
      expect(await generateWith(file(await smallPhoto()), fields)).toMatchObject({
        status: 400,
        code: 'VALIDATION_ERROR',
        details: [expect.objectContaining({ path })],
      })
    expect(await filesBelow('')).toEqual([])
  })

  test('rejects a body that is not a form', async () => {
    const response = await createTestApp().visitor().post('/api/generations', { nickname: 'Ace' })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ code: 'VALIDATION_ERROR' })
  })
})
