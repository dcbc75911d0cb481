import { beforeEach, describe, expect, test } from 'vitest'
import { decodeRgba } from '#worker/render/engine.ts'
import { createTestApp, ORIGIN } from '../../support/app.ts'
import { as, PROJECT, publicPathOf, storedKeys, upload } from '../../support/backend.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import {
  ANIMATED_GIF,
  HEIC,
  holds,
  PDF,
  SECRETS,
  truncated,
  withGiantHeader,
  withSecrets,
} from '../../support/pictures.ts'
import { portraitBytes } from '../../support/portrait.ts'

beforeEach(freshDatabase)

const photo = (bytes = portraitBytes()) => new Blob([bytes], { type: 'image/jpeg' })
const text = (words: string) => new Blob([words], { type: 'text/plain' })
const budgetRows = () =>
  testEnv()
    .DB.prepare('select key, used from raw_budgets')
    .all()
    .then(({ results }) => results)

const SIDE = 32
const thumbnail = (jpeg: Uint8Array) => decodeRgba(jpeg, SIDE, SIDE)
const distance = (one: Uint8ClampedArray, other: Uint8ClampedArray) =>
  one.reduce((sum, value, i) => sum + Math.abs(value - other[i]!), 0) / one.length

/** A square picture, turned by 90 degrees clockwise. */
const turnedRight = (pixels: Uint8ClampedArray) =>
  pixels.map((_, i) => {
    const [x, y, channel] = [(i >> 2) % SIDE, Math.floor((i >> 2) / SIDE), i & 3]
    return pixels[((SIDE - 1 - x) * SIDE + y) * 4 + channel]!
  })

describe('with the service key', () => {
  test('a file is kept at its path and comes back byte for byte', async () => {
    const app = createTestApp()
    const response = await upload(app, { file: text('hello'), path: 'notes/a b.txt', headers: as.service() })

    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ publicUrl: `${ORIGIN}/storage/${PROJECT}/notes/a%20b.txt` })
    const served = await app.send(`/storage/${PROJECT}/notes/a%20b.txt`)
    expect(await served.text()).toBe('hello')
  })

  test('a path that is taken is refused, and taken over with upsert', async () => {
    const app = createTestApp()
    const send = (words: string, options?: string) =>
      upload(app, { file: text(words), path: 'notes/a.txt', headers: as.service(), ...(options ? { options } : {}) })
    await send('first')

    const refused = await send('second', '{"upsert":false}')
    expect(refused.status).toBe(409)
    expect(await refused.json()).toMatchObject({
      code: 'FILE_EXISTS',
      error: 'File already exists. Set upsert: true to overwrite.',
    })
    expect(await (await app.send(`/storage/${PROJECT}/notes/a.txt`)).text()).toBe('first')

    expect((await send('third', '{"upsert":true}')).status).toBe(200)
    expect(await (await app.send(`/storage/${PROJECT}/notes/a.txt`)).text()).toBe('third')
  })

  test.each([
    '',
    '/a.txt',
    '../a.txt',
    'a/../b.txt',
    'a//b.txt',
    'a/',
    'a\u0000b',
    'a\nb',
    'a\\b',
    'x'.repeat(513),
    '\u{1F3C8}'.repeat(130),
  ])('the path %j is refused', async (path) => {
    const response = await upload(createTestApp(), { file: text('x'), path, headers: as.service() })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ code: 'VALIDATION_ERROR', details: [{ path: 'path' }] })
    expect(await storedKeys()).toEqual([])
  })

  test('50 MB and one byte are too much', async () => {
    const file = new Blob([new Uint8Array(50 * 1024 * 1024 + 1)])
    const response = await upload(createTestApp(), { file, path: 'big.bin', headers: as.service() })
    expect(response.status).toBe(413)
    expect(await response.json()).toMatchObject({
      code: 'FILE_TOO_LARGE',
      message: 'File size (51MB) exceeds maximum allowed size (50MB)',
    })
    expect(await storedKeys()).toEqual([])
  })

  test('a malformed form or option names what is wrong', async () => {
    const app = createTestApp()
    const path = `/api/storage/${PROJECT}/upload`
    const plain = await app.send(path, { method: 'POST', headers: as.service(), body: 'nothing like a form' })
    expect(await plain.json()).toMatchObject({ code: 'VALIDATION_ERROR', details: [{ path: 'file' }] })
    const cut = await app.send(path, {
      method: 'POST',
      headers: { ...as.service(), 'content-type': 'multipart/form-data; boundary=x' },
      body: '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc',
    })
    expect(cut.status).toBe(400)
    const odd = await upload(app, { file: text('x'), path: 'a.txt', options: 'yes', headers: as.service() })
    expect(await odd.json()).toMatchObject({ code: 'VALIDATION_ERROR', details: [{ path: 'options' }] })
    expect(await storedKeys()).toEqual([])
  })
})

describe('a photo with the service key', () => {
  const PATH = 'player-photos/1.jpg'

  test('is cleaned like any other, and goes after an hour', async () => {
    let now = Date.now()
    const app = createTestApp({ clock: () => now })
    const sent = withSecrets(portraitBytes())
    expect((await upload(app, { file: photo(sent), path: PATH, headers: as.service() })).status).toBe(200)
    const kept = new Uint8Array(await (await testEnv().FILES.get(PATH))!.arrayBuffer())
    expect(Object.values(SECRETS).some((secret) => holds(kept, secret))).toBe(false)
    expect(await budgetRows()).toEqual([])
    now += 60 * 60_000
    expect((await app.send(`/storage/${PROJECT}/${PATH}`)).status).toBe(404)
  })

  test.each([
    ['that is none', text('words'), 415],
    ['of more than 20 MB', new Blob([new Uint8Array(20 * 1024 * 1024 + 1)]), 413],
  ])('%s is refused and leaves nothing', async (_, file, status) => {
    expect((await upload(createTestApp(), { file, path: PATH, headers: as.service() })).status).toBe(status)
    expect(await storedKeys()).toEqual([])
  })
})

describe('without a key', () => {
  test('a photo gets an address nobody can guess, whatever was asked for, and is gone after ten minutes', async () => {
    let now = Date.now()
    const app = createTestApp({ clock: () => now })
    const response = await upload(app, { file: photo(), path: 'player-photos/1.jpg', headers: as.nobody() })

    expect(response.status).toBe(200)
    const path = await publicPathOf(response)
    expect(path).toMatch(/^\/storage\/fantasy-cards\/player-photos\/\d+-[0-9a-f]{32}\.jpg$/)
    const served = await app.send(path)
    expect(served.headers.get('content-type')).toBe('image/jpeg')
    expect(served.headers.get('cache-control')).toBe('private, no-store')
    await served.arrayBuffer()

    now += 10 * 60_000 - 1
    expect((await app.send(path, { method: 'HEAD' })).status).toBe(200)
    now += 1
    expect((await app.send(path, { method: 'HEAD' })).status).toBe(404)
    expect((await app.send(path)).status).toBe(404)
  })

  test('what is stored of a photo holds no position, no comment, and stands upright', async () => {
    const sent = withSecrets(portraitBytes())
    const secretsIn = (bytes: Uint8Array) => Object.values(SECRETS).filter((secret) => holds(bytes, secret)).length
    expect(secretsIn(sent)).toBe(3)
    const app = createTestApp()
    await upload(app, { file: photo(sent), path: 'player-photos/1.jpg', headers: as.nobody() })

    const [key] = await storedKeys()
    const kept = new Uint8Array(await (await testEnv().FILES.get(key!))!.arrayBuffer())
    expect(secretsIn(kept)).toBe(0)

    const lying = await thumbnail(portraitBytes())
    const standing = turnedRight(lying)
    const shown = await thumbnail(kept)
    expect(distance(shown, standing)).toBeLessThan(4)
    expect(distance(shown, lying)).toBeGreaterThan(20)
  })

  test.each(['ai/a.jpg', 'cards/a.jpg', 'photo.jpg', 'player-photos-2/a.jpg'])('nothing goes to %s', async (path) => {
    const response = await upload(createTestApp(), { file: photo(), path, headers: as.nobody() })
    expect(response.status).toBe(403)
    expect(await storedKeys()).toEqual([])
  })

  test.each([
    ['a renamed PDF', new Blob([PDF], { type: 'image/jpeg' }), 415],
    ['a truncated JPEG', photo(truncated(portraitBytes())), 422],
    ['a header of 30,000 x 30,000 px', photo(withGiantHeader(portraitBytes())), 413],
    ['an animated GIF', photo(ANIMATED_GIF), 415],
    ['a HEIC photo', photo(HEIC), 415],
    ['more than 20 MB', new Blob([new Uint8Array(20 * 1024 * 1024 + 1)]), 413],
    ['50 MB and one byte', new Blob([new Uint8Array(50 * 1024 * 1024 + 1)]), 413],
  ])('%s is refused and leaves no trace', async (_what, file, status) => {
    const response = await upload(createTestApp(), { file, path: 'player-photos/1.jpg', headers: as.nobody() })
    expect(response.status).toBe(status)
    expect(await storedKeys()).toEqual([])
    expect(await budgetRows()).toEqual([])
  })

  test('a length that lies does not get more in', async () => {
    const boundary = 'x'
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n`
    const chunk = new Uint8Array(1024 * 1024)
    let sent = 0
    const body = new ReadableStream({
      pull(controller) {
        if (sent === 0) controller.enqueue(new TextEncoder().encode(head))
        else if (sent <= 22) controller.enqueue(chunk)
        else controller.close()
        sent++
      },
    })
    const response = await createTestApp().send(`/api/storage/${PROJECT}/upload`, {
      method: 'POST',
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, 'content-length': '10' },
      body,
    })
    expect(response.status).toBe(413)
    expect(await response.json()).toMatchObject({ message: 'This photo is too large. Choose one below 20 MB.' })
    expect(await storedKeys()).toEqual([])
  })

  test('one network gets thirty photos an hour, however many it sends at once', async () => {
    const app = createTestApp()
    await testEnv().DB.prepare('delete from raw_budgets').run()
    await (await upload(app, { file: photo(), path: 'player-photos/1.jpg', headers: as.nobody() })).arrayBuffer()
    await testEnv().DB.prepare('update raw_budgets set used = 28').run()

    const send = () => upload(app, { file: photo(), path: 'player-photos/1.jpg', headers: as.public() })
    const statuses = (await Promise.all([send(), send(), send()])).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 200, 429])
    expect(await storedKeys()).toHaveLength(3)

    const refused = await send()
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})

describe('through the edge', () => {
  test('a photo keeps its path with the true extension, for an hour', async () => {
    let now = Date.now()
    const app = createTestApp({ clock: () => now })
    const headers = await as.edge()
    const response = await upload(app, { file: photo(), path: 'player-photos/1-abc.png', headers })

    expect(await publicPathOf(response)).toBe(`/storage/${PROJECT}/player-photos/1-abc.jpg`)
    now += 59 * 60_000
    expect((await app.send(`/storage/${PROJECT}/player-photos/1-abc.jpg`, { method: 'HEAD' })).status).toBe(200)
    now += 60_000
    expect((await app.send(`/storage/${PROJECT}/player-photos/1-abc.jpg`, { method: 'HEAD' })).status).toBe(404)
    expect(await budgetRows()).toEqual([])
  })

  test('a claim to be the edge that is signed with another key is worth nothing', async () => {
    const headers = { 'x-on-behalf-of': `visitor.${'a'.repeat(32)}.somewhere.${'0'.repeat(64)}` }
    const response = await upload(createTestApp(), { file: photo(), path: 'player-photos/mine.jpg', headers })
    expect(await publicPathOf(response)).not.toContain('mine')
  })
})

test('another project is not found', async () => {
  const form = new FormData()
  form.set('file', text('x'))
  form.set('path', 'a.txt')
  const response = await createTestApp().send('/api/storage/other/upload', {
    method: 'POST',
    headers: as.service(),
    body: form,
  })
  expect(response.status).toBe(404)
})

test('a key nobody issued is refused', async () => {
  const headers = { authorization: 'Bearer forged' }
  const response = await upload(createTestApp(), { file: text('x'), path: 'a.txt', headers })
  expect(response.status).toBe(401)
  expect(await storedKeys()).toEqual([])
})
