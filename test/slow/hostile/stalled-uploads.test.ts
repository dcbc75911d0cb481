import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { bodyBudget } from '#worker/http/read-body.ts'
import type { Env } from '#worker/env.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { upload } from '../../support/backend.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { FORM_TYPE, MiB } from '../../support/form-stream.ts'
import { joinBytes } from '../../support/pictures.ts'
import { takeConsole } from '../../support/quiet.ts'
import { portraitBytes } from '../../support/portrait.ts'

const UPLOAD = '/api/storage/fantasy-cards/upload'
const ascii = (text: string) => new TextEncoder().encode(text)
/** The start of a PNG whose pixels take 14 MB. */
const PHOTO_START = joinBytes(
  Uint8Array.of(0x89),
  ascii('PNG\r\n\u001a\n\0\0\0\rIHDR'),
  new Uint8Array(17),
  Uint8Array.of(0, 0xe0, 0, 0),
  ascii('IDAT'),
)

const app = createTestApp()
let senders: ReadableStreamDefaultController<Uint8Array>[] = []
let responses: Promise<Response>[] = []

/** An upload that announces 15 MB, sends `bytes` and then stalls. */
function stalled(path: string, bytes: number, ip: string): Promise<Response> {
  const name = path === UPLOAD ? 'file' : 'photo'
  const head = ascii(`--a-boundary\r\ncontent-disposition: form-data; name="${name}"; filename="a"\r\n\r\n`)
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      senders.push(controller)
      controller.enqueue(joinBytes(head, PHOTO_START))
      for (let sent = 0; sent < bytes; sent += 64 * 1024) controller.enqueue(new Uint8Array(64 * 1024).fill(7))
    },
  })
  const headers = { 'content-type': FORM_TYPE, 'content-length': '15000000', 'cf-connecting-ip': ip }
  const response = app.send(path, { method: 'POST', headers, body })
  responses.push(response)
  return response
}

/** Waits until the number of held bytes is stable. */
async function held(): Promise<number> {
  for (let before = -1; ;) {
    await new Promise((resolve) => setTimeout(resolve, 100))
    if (bodyBudget.heldBytes === before) return before
    before = bodyBudget.heldBytes
  }
}

/** Advances the stall timer by five seconds. On a slow machine, a real upload is slow as well. */
function letStall(): void {
  const { now } = bodyBudget.timer
  vi.spyOn(bodyBudget.timer, 'now').mockImplementation(() => now() + 5_000)
}

/** Sends a whole damaged photo of 2 MB. @returns the response, and the maximum bytes held meanwhile */
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
        heldMost = Math.max(heldMost, bodyBudget.heldBytes)
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

describe.each([UPLOAD, '/api/generations'])('stalled uploads: %s', (path) => {
  beforeEach(async () => {
    await freshDatabase()
    expect(bodyBudget.heldBytes).toBe(0)
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    for (const sender of senders) sender.error(new Error('the connection was cut'))
    await Promise.all(responses)
    takeConsole()
    senders = []
    responses = []
    expect(bodyBudget.heldBytes).toBe(0)
  })

  test('counts the bytes that stalled uploads have sent, not those they announce', async () => {
    for (let i = 0; i < 9; i++) void stalled(path, 300_000, `192.0.2.${i}`)
    expect(await held()).toBeLessThanOrEqual(9 * MiB)
    expect(bodyBudget.heldBytes).toBeGreaterThan(9 * 300_000)
  })

  test('limits stalled uploads of one network to a quarter of the budget, and closes them for its next upload', async () => {
    for (let i = 0; i < 6; i++) void stalled(path, 4 * MiB - 100_000, '192.0.2.1')
    expect(await held()).toBeLessThanOrEqual(12 * MiB)
    letStall()
    expect(await whole(app, path, '192.0.2.1')).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' })
    const refused = await Promise.race(responses)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10'])
  })

  test('limits stalled uploads of all networks to 48 MiB, and closes them for the next one', async () => {
    for (let i = 0; i < 14; i++) void stalled(path, 4 * MiB - 100_000, `192.0.2.${i}`)
    expect(await held()).toBeLessThanOrEqual(48 * MiB)
    letStall()
    takeConsole()
    expect(await whole(app, path, '192.0.2.99')).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' })
    const refused = await Promise.race(responses)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '10'])
    // A refusal under load is not logged as a failure.
    expect(JSON.stringify(takeConsole())).not.toContain('OVERLOADED')
  })
})

describe('early refusals of a photo', () => {
  beforeEach(freshDatabase)

  test('rejects a photo before reading it when its network has used up its hourly uploads', async () => {
    expect(
      await upload(app, {
        file: new Blob([portraitBytes()]),
        path: 'player-photos/1.jpg',
        headers: { 'cf-connecting-ip': '192.0.2.1' },
      }),
    ).toHaveProperty('status', 200)
    await testEnv().DB.prepare('update window_counters set used = 30').run()
    expect(await whole(app, UPLOAD)).toMatchObject({ status: 429, code: 'RATE_LIMITED', heldMost: 0 })
  })

  test('rejects a photo before reading it when its visitor has no cards left today', async () => {
    const none = createTestApp({}, { ...testEnv(), GENERATIONS_PER_VISITOR_PER_DAY: '0' } as Env)
    expect(await whole(none, '/api/generations')).toMatchObject({ status: 429, code: 'QUOTA_EXCEEDED', heldMost: 0 })
  })
})
