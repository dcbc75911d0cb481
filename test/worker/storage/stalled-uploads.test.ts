import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bodyMemory } from '#worker/http/body-memory.ts'
import type { Env } from '#worker/env.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { upload } from '../../support/backend.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { FORM_TYPE, MiB } from '../../support/form-stream.ts'
import { joined } from '../../support/pictures.ts'
import { takeConsole } from '../../support/quiet.ts'
import { portraitBytes } from '../../support/portrait.ts'

const UPLOAD = '/api/storage/fantasy-cards/upload'
const ascii = (text: string) => new TextEncoder().encode(text)
/** The beginning of a PNG whose pixels take 14 MB. */
const PHOTO_START = joined(
  Uint8Array.of(0x89),
  ascii('PNG\r\n\u001a\n\0\0\0\rIHDR'),
  new Uint8Array(17),
  Uint8Array.of(0, 0xe0, 0, 0),
  ascii('IDAT'),
)

const app = createTestApp({ clock: () => Date.UTC(2026, 10, 21, 12) })
let senders: ReadableStreamDefaultController<Uint8Array>[] = []
let answers: Promise<Response>[] = []

/**
 * Begins an upload that announces 15 MB, sends `bytes` of them and then nothing more.
 *
 * @returns a promise that resolves once all of them are read, or the upload is answered
 */
function stall(path: string, bytes: number, ip: string): Promise<unknown> {
  const name = path === UPLOAD ? 'file' : 'photo'
  const head = ascii(`--a-boundary\r\ncontent-disposition: form-data; name="${name}"; filename="a"\r\n\r\n`)
  const pieces = [joined(head, PHOTO_START)]
  for (let sent = 0; sent < bytes; sent += 64 * 1024) pieces.push(new Uint8Array(64 * 1024).fill(7))
  return new Promise((resolve) => {
    const body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => void senders.push(controller),
        pull(controller) {
          const piece = pieces.shift()
          if (piece !== undefined) return controller.enqueue(piece)
          resolve(null)
          return new Promise(() => undefined)
        },
      },
      { highWaterMark: 0 },
    )
    const headers = { 'content-type': FORM_TYPE, 'content-length': '15000000', 'cf-connecting-ip': ip }
    const answer = app.send(path, { method: 'POST', headers, body })
    answers.push(answer)
    void answer.then(resolve)
  })
}
const stallMany = (count: number, path: string, bytes: number, ipOf: (i: number) => string) =>
  Promise.all(Array.from({ length: count }, (_, i) => stall(path, bytes, ipOf(i))))

/** Sends all of a damaged photo of 2 MB. @returns the answer, and the most that was held while it came */
async function whole(app: TestApp, path: string, ip = '192.0.2.1') {
  let heldMost = 0
  const pieces = [
    ascii(
      `--a-boundary\r\ncontent-disposition: form-data; name="${path === UPLOAD ? 'file' : 'photo'}"; filename="a"\r\n\r\n`,
    ),
    PHOTO_START,
    ...Array.from({ length: 32 }, () => new Uint8Array(64 * 1024).fill(7)),
    ascii('\r\n--a-boundary--\r\n'),
  ]
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        heldMost = Math.max(heldMost, bodyMemory.heldBytes)
        const piece = pieces.shift()
        if (piece === undefined) controller.close()
        else controller.enqueue(piece)
      },
    },
    { highWaterMark: 0 },
  )
  const response = await app.send(path, {
    method: 'POST',
    headers: { 'content-type': FORM_TYPE, 'cf-connecting-ip': ip },
    body,
  })
  const { code } = await response.json<{ code: string }>()
  return { status: response.status, code, heldMost, retryAfter: response.headers.get('retry-after') }
}

beforeEach(async () => {
  await freshDatabase()
  expect(bodyMemory.heldBytes).toBe(0)
})
afterEach(async () => {
  for (const sender of senders) sender.error(new Error('the connection was cut'))
  await Promise.all(answers)
  takeConsole()
  senders = []
  answers = []
  expect(bodyMemory.heldBytes).toBe(0)
})

describe.each([UPLOAD, '/api/generations'])('stalled uploads to %s', (path) => {
  it('holds the bytes that stalled uploads have sent, not those they announce', async () => {
    await stallMany(9, path, 300_000, (i) => `192.0.2.${i}`)
    expect(bodyMemory.heldBytes).toBeLessThanOrEqual(9 * MiB)
    expect(bodyMemory.heldBytes).toBeGreaterThan(9 * 300_000)
  })

  it('refuses uploads of a network that holds half of the memory, and serves others', async () => {
    await stallMany(6, path, 4 * MiB - 100_000, () => '192.0.2.1')
    const refused = { status: 429, code: 'RATE_LIMITED', retryAfter: '10' }
    expect(await whole(app, path, '192.0.2.1')).toMatchObject(refused)
    expect(await whole(app, path, '192.0.2.2')).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' })
  })

  it('holds at most 48 MiB of all networks, and refuses more without logging an error', async () => {
    await stallMany(14, path, 4 * MiB - 100_000, (i) => `192.0.2.${i}`)
    expect(bodyMemory.heldBytes).toBeLessThanOrEqual(48 * MiB)
    takeConsole()
    const refused = { status: 503, code: 'OVERLOADED', retryAfter: '10' }
    expect(await whole(app, path, '192.0.2.99')).toMatchObject(refused)
    expect(JSON.stringify(takeConsole())).not.toContain('OVERLOADED')
  })
})

it('refuses a photo above the hourly limit of its network before it reads the photo', async () => {
  const photo = { file: new Blob([portraitBytes()]), path: 'player-photos/1.jpg' }
  expect(await upload(app, { ...photo, headers: { 'cf-connecting-ip': '192.0.2.1' } })).toHaveProperty('status', 200)
  await testEnv().DB.prepare('update window_counters set used = 30').run()
  expect(await whole(app, UPLOAD)).toMatchObject({ status: 429, code: 'RATE_LIMITED', heldMost: 0 })
})

it('refuses a photo above the daily limit of its visitor before it reads the photo', async () => {
  const none = createTestApp({}, { ...testEnv(), GENERATIONS_PER_VISITOR_PER_DAY: '0' } as Env)
  expect(await whole(none, '/api/generations')).toMatchObject({ status: 429, code: 'QUOTA_EXCEEDED', heldMost: 0 })
})
