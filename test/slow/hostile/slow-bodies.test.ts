import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bodyBudget } from '#worker/http/read-body.ts'
import { sign } from '#worker/http/signature.ts'
import { createTestApp } from '../../support/app.ts'
import { config } from '../../support/backend.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { FORM_TYPE } from '../../support/form-stream.ts'
import { takeConsole } from '../../support/quiet.ts'

const app = createTestApp()
let senders: ReadableStreamDefaultController<Uint8Array>[] = []

/** A body that sends `bytes` and then stalls. Counts the bytes that were read. */
function stalling(bytes: number) {
  const seen = { read: 0 }
  const pieces = Array.from({ length: bytes / 50_000 }, () => new Uint8Array(50_000).fill(32))
  const body = new ReadableStream<Uint8Array>(
    {
      start: (controller) => void senders.push(controller),
      async pull(controller) {
        const piece = pieces.shift()
        if (piece === undefined) return new Promise(() => undefined)
        seen.read += piece.length
        controller.enqueue(piece)
        return undefined
      },
    },
    { highWaterMark: 0 },
  )
  return { body, seen }
}

const send = (path: string, body: ReadableStream, headers: Record<string, string> = {}) =>
  app.send(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'cf-connecting-ip': '192.0.2.1', ...headers },
    body,
  })

beforeEach(freshDatabase)
afterEach(() => {
  for (const sender of senders) sender.error(new Error('the connection was cut'))
  senders = []
  takeConsole()
  expect(bodyBudget.heldBytes).toBe(0)
})

describe('stalled bodies of 0.95 MB', () => {
  it.each([
    ['/api/cards/x/votes', {}, 413, 4096],
    ['/api/ai/fantasy-cards/image', {}, 413, 65_536],
    ['/functions/v1/contact-submit', { authorization: `Bearer ${config().publicKey}` }, 413, 65_536],
    ['/api/notifications/fantasy-cards/email', {}, 413, 65_536],
    ['/api/realtime/fantasy-cards/publish', {}, 413, 65_536],
    ['/api/auth/signup', {}, 413, 16_384],
  ])('rejects a stalled body at %s once it exceeds the limit', async (path, headers, status, limit) => {
    const { body, seen } = stalling(950_000)
    expect(await send(path, body, headers)).toHaveProperty('status', status)
    expect(seen.read).toBeLessThanOrEqual(limit + 50_000)
  })

  it.each([
    ['/rest/v1/whatever', { apikey: config().publicKey }, 404],
    ['/rest/v1/whatever', {}, 401],
    ['/rest/v1/contact_submissions', { apikey: config().publicKey }, 404],
    ['/api/db/fantasy-cards/sql', { apikey: config().publicKey }, 403],
    ['/api/db/fantasy-cards/batch', { apikey: config().publicKey }, 403],
    ['/api/ai/fantasy-cards/text', { apikey: config().publicKey }, 401],
    ['/api/ai/fantasy-cards/transcribe', {}, 401],
    ['/api/data/fantasy-cards/fetch', {}, 403],
    ['/functions/v1/contact-submit', {}, 401],
  ])('reads nothing of a stalled body at %s with %j', async (path, headers, status) => {
    const { body, seen } = stalling(950_000)
    expect(await send(path, body, headers as Record<string, string>)).toHaveProperty('status', status)
    expect(seen.read).toBe(0)
  })

  it.each([
    ['images', '/api/ai/fantasy-cards/image'],
    ['emails', '/api/notifications/fantasy-cards/email'],
  ])('reads nothing of a stalled body when the network has used up its %s', async (kind, path) => {
    const address = await sign(config().visitorSecret, 'address:192.0.2.1')
    await testEnv()
      .DB.prepare('insert or replace into window_counters (key, ends_at, used) values (?1, ?2, 1000000)')
      .bind(`${kind}:${address}`, (Math.floor(Date.now() / 3_600_000) + 1) * 3_600_000)
      .run()
    const { body, seen } = stalling(950_000)
    expect(await send(path, body)).toHaveProperty('status', 429)
    expect(seen.read).toBe(0)
  })
})

describe('text fields of a form', () => {
  it.each([
    ['/api/generations', 'photo'],
    ['/api/storage/fantasy-cards/upload', 'file'],
  ])('accepts 64 KB of text fields in total at %s', async (path) => {
    const field = (i: number) =>
      `--a-boundary\r\ncontent-disposition: form-data; name="path"\r\n\r\n${'x'.repeat(30_000)}${i}\r\n`
    const text = `${field(0)}${field(1)}${field(2)}--a-boundary--\r\n`
    const response = await app.send(path, {
      method: 'POST',
      headers: { 'content-type': FORM_TYPE, 'cf-connecting-ip': '192.0.2.1' },
      body: new Response(text).body,
    })
    expect(response.status).toBe(400)
    expect(JSON.stringify(await response.json())).toContain(path === '/api/generations' ? 'is too long' : 'path')
  })
})
