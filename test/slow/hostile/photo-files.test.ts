import { beforeEach, describe, expect, it } from 'vitest'
import { decodeRgba } from '#worker/graphics/engine.ts'
import { createTestApp } from '../../support/app.ts'
import { as, getPublicPath, PROJECT, listStoredKeys, upload } from '../../support/backend.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { MiB } from '../../support/form-stream.ts'
import {
  ANIMATED_GIF,
  HEIC,
  includesBytes,
  PDF,
  SECRETS,
  truncateJpeg,
  withGiantHeader,
  withSecrets,
} from '../../support/pictures.ts'
import { portraitBytes } from '../../support/portrait.ts'

beforeEach(freshDatabase)

const photo = (bytes = portraitBytes()) => new Blob([bytes], { type: 'image/jpeg' })
const text = (words: string) => new Blob([words], { type: 'text/plain' })
const budgetRows = () =>
  testEnv()
    .DB.prepare('select key, used from window_counters')
    .all()
    .then(({ results }) => results)

const SIDE = 32
const thumbnail = (jpeg: Uint8Array) => decodeRgba(jpeg, SIDE, SIDE)
const distance = (one: Uint8ClampedArray, other: Uint8ClampedArray) =>
  one.reduce((sum, value, i) => sum + Math.abs(value - other[i]!), 0) / one.length

/** Rotates a square image by 90 degrees clockwise. */
const rotateRight = (pixels: Uint8ClampedArray) =>
  pixels.map((_, i) => {
    const [x, y, channel] = [(i >> 2) % SIDE, Math.floor((i >> 2) / SIDE), i & 3]
    return pixels[((SIDE - 1 - x) * SIDE + y) * 4 + channel]!
  })

describe('photos with the service key', () => {
  const PATH = 'player-photos/1.jpg'

  it('cleans a photo uploaded with the service key like any other, and deletes it after an hour', async () => {
    let now = Date.UTC(2026, 10, 21, 12)
    const app = createTestApp({ clock: () => now })
    const sent = withSecrets(portraitBytes())
    expect((await upload(app, { file: photo(sent), path: PATH, headers: as.service() })).status).toBe(200)
    const stored = new Uint8Array(await (await testEnv().FILES.get(PATH))!.arrayBuffer())
    expect(Object.values(SECRETS).some((secret) => includesBytes(stored, secret))).toBe(false)
    expect(await budgetRows()).toEqual([])
    now += 60 * 60_000
    expect((await app.send(`/storage/${PROJECT}/${PATH}`)).status).toBe(404)
  })

  it('rejects a file that is not a photo, even with the service key', async () => {
    const words = { file: text('words'), path: PATH, headers: as.service() }
    expect((await upload(createTestApp(), words)).status).toBe(415)
    expect(await listStoredKeys()).toEqual([])
  })
})

describe('large photos', () => {
  const whole = portraitBytes()
  const send = (parts: Uint8Array<ArrayBuffer>[], headers: Record<string, string>) =>
    upload(createTestApp(), { file: new Blob(parts), path: 'player-photos/1.jpg', headers })

  it('stores only the still image of a 20 MB motion photo', async () => {
    const film = new Uint8Array(20 * MiB - whole.length).fill(0xff)
    expect((await send([whole, film], as.keyless())).status).toBe(200)
    const [key, ...others] = await listStoredKeys()
    expect(others).toEqual([])
    const stored = await (await testEnv().FILES.get(key!))!.arrayBuffer()
    expect(distance(await thumbnail(new Uint8Array(stored)), await thumbnail(whole))).toBeLessThan(4)
  })
})

describe('callers without a key', () => {
  it('stores a photo without a key at an unguessable URL for ten minutes', async () => {
    let now = Date.UTC(2026, 10, 21, 12)
    const app = createTestApp({ clock: () => now })
    const response = await upload(app, { file: photo(), path: 'player-photos/1.jpg', headers: as.keyless() })

    expect(response.status).toBe(200)
    const path = await getPublicPath(response)
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

  it('stores a photo upright, without location and comment', async () => {
    const sent = withSecrets(portraitBytes())
    const secretsIn = (bytes: Uint8Array) =>
      Object.values(SECRETS).filter((secret) => includesBytes(bytes, secret)).length
    expect(secretsIn(sent)).toBe(3)
    const app = createTestApp()
    await upload(app, { file: photo(sent), path: 'player-photos/1.jpg', headers: as.keyless() })

    const [key] = await listStoredKeys()
    const stored = new Uint8Array(await (await testEnv().FILES.get(key!))!.arrayBuffer())
    expect(secretsIn(stored)).toBe(0)

    const lying = await thumbnail(portraitBytes())
    const upright = rotateRight(lying)
    const small = await thumbnail(stored)
    expect(distance(small, upright)).toBeLessThan(4)
    expect(distance(small, lying)).toBeGreaterThan(20)
  })

  it('rejects uploads outside the photo folder without a key', async () => {
    for (const path of ['ai/a.jpg', 'cards/a.jpg', 'photo.jpg', 'player-photos-2/a.jpg']) {
      const { status } = await upload(createTestApp(), { file: photo(), path, headers: as.keyless() })
      expect([path, status]).toEqual([path, 403])
    }
    expect(await listStoredKeys()).toEqual([])
  })

  it('rejects unusable photos, stores none and charges each', async () => {
    for (const [what, file, status] of [
      ['a renamed PDF', new Blob([PDF], { type: 'image/jpeg' }), 415],
      ['a truncated JPEG', photo(truncateJpeg(portraitBytes())), 422],
      ['a header of 30,000 x 30,000 px', photo(withGiantHeader(portraitBytes())), 413],
      ['an animated GIF', photo(ANIMATED_GIF), 415],
      ['a HEIC photo', photo(HEIC), 415],
      ['more than 20 MB', new Blob([new Uint8Array(20 * MiB + 1)]), 413],
      ['more than 50 MB', new Blob([new Uint8Array(50 * MiB + 1)]), 413],
    ] as const) {
      const response = await upload(createTestApp(), { file, path: 'player-photos/1.jpg', headers: as.keyless() })
      expect([what, response.status]).toEqual([what, status])
    }
    expect(await listStoredKeys()).toEqual([])
    // Each was charged before it was read, so that attempts cost the sender.
    expect(await budgetRows()).toMatchObject([{ used: 7 }])
  })

  it('rejects a photo that is longer than its Content-Length', async () => {
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
    expect(await listStoredKeys()).toEqual([])
  })

  it('limits a network to thirty photos an hour, across concurrent uploads', async () => {
    const now = Date.UTC(2026, 10, 21, 12)
    const app = createTestApp({ clock: () => now })
    await (await upload(app, { file: photo(), path: 'player-photos/1.jpg', headers: as.keyless() })).arrayBuffer()
    await testEnv().DB.prepare('update window_counters set used = 28').run()

    const send = () => upload(app, { file: photo(), path: 'player-photos/1.jpg', headers: as.public() })
    const statuses = (await Promise.all([send(), send(), send()])).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 200, 429])
    expect(await listStoredKeys()).toHaveLength(3)

    const refused = await send()
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})

describe('uploads through the edge', () => {
  it('stores a photo through the edge at its path with the correct extension, for an hour', async () => {
    let now = Date.UTC(2026, 10, 21, 12)
    const app = createTestApp({ clock: () => now })
    const headers = await as.edge()
    const response = await upload(app, { file: photo(), path: 'player-photos/1-abc.png', headers })

    expect(await getPublicPath(response)).toBe(`/storage/${PROJECT}/player-photos/1-abc.jpg`)
    now += 59 * 60_000
    expect((await app.send(`/storage/${PROJECT}/player-photos/1-abc.jpg`, { method: 'HEAD' })).status).toBe(200)
    now += 60_000
    expect((await app.send(`/storage/${PROJECT}/player-photos/1-abc.jpg`, { method: 'HEAD' })).status).toBe(404)
    expect(await budgetRows()).toEqual([])
  })

  it('ignores an on-behalf-of header signed with another key', async () => {
    const headers = { 'x-on-behalf-of': `visitor.${'a'.repeat(32)}.somewhere.${'0'.repeat(64)}` }
    const response = await upload(createTestApp(), { file: photo(), path: 'player-photos/mine.jpg', headers })
    expect(await getPublicPath(response)).not.toContain('mine')
  })
})
