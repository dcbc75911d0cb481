import { describe, expect, test } from 'vitest'
import { type Responder, MP3, PCM } from '../../support/ai-stand-ins.ts'
import { findOffenders } from '../../support/offenders.ts'
import { getRejection } from '../client/recorder.ts'
import { createService, type Setup } from './service.ts'

const google = (respond?: Responder, more: Setup = {}) =>
  createService({ provider: 'google', ...(respond === undefined ? {} : { respond }), ...more })
const json =
  (body: unknown, status = 200): Responder =>
  () =>
    Response.json(body, { status })
/** An error of this service. `details` is more specific than the status. */
const fault = (code: number, status: string, reason?: string): Responder =>
  json(
    {
      error: {
        code,
        message: 'It says: a secret plan',
        status,
        details:
          reason === undefined
            ? []
            : [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason, domain: 'googleapis.com' }],
      },
    },
    code,
  )
const usageMetadata = { promptTokenCount: 3, totalTokenCount: 3 }
const unspoken = (finishReason: string) =>
  json({ candidates: [{ index: 0, finishReason, content: { role: 'model', parts: [] } }], usageMetadata })
const blocked = json({ promptFeedback: { blockReason: 'PROHIBITED_CONTENT' }, usageMetadata })

const BOTH: readonly (readonly [string, Responder, string, number])[] = [
  ['an unknown key', fault(400, 'INVALID_ARGUMENT', 'API_KEY_INVALID'), 'AI_NOT_CONFIGURED', 503],
  ['a forbidden key', fault(403, 'PERMISSION_DENIED', 'API_KEY_SERVICE_BLOCKED'), 'AI_NOT_CONFIGURED', 503],
  ['an unknown model', fault(404, 'NOT_FOUND'), 'AI_NOT_CONFIGURED', 503],
  ['an unknown voice or language', fault(400, 'INVALID_ARGUMENT'), 'VALIDATION_ERROR', 400],
  ['too many calls', fault(429, 'RESOURCE_EXHAUSTED'), 'AI_BUSY', 503],
  ['an overload', fault(503, 'UNAVAILABLE'), 'AI_BUSY', 503],
  ['its own deadline', fault(504, 'DEADLINE_EXCEEDED'), 'AI_TIMEOUT', 504],
  ['a failure', fault(500, 'INTERNAL'), 'AI_FAILED', 502],
  ['an HTML page', () => new Response('<html>', { headers: { 'content-type': 'text/html' } }), 'AI_FAILED', 502],
]

describe('speech by google', () => {
  test('sends Google speech requests in its own format, and adds a file header', async () => {
    const { ai, asker, requests, files, charges } = google()
    const made = await ai.speech({ text: 'Go!', voice: 'Puck', response_format: 'mp3' }, asker)
    expect(requests).toMatchObject([
      {
        path: '/v1/models/gemini-large:generateContent',
        headers: { 'x-goog-api-key': 'google-key' },
        body: {
          contents: [{ role: 'user', parts: [{ text: 'Go!' }] }],
          generationConfig: {
            responseModalities: ['AUDIO'],
            speechConfig: { voiceConfig: { prebuiltVoiceConfig: { voiceName: 'Puck' } } },
          },
        },
      },
    ])
    expect(made).toMatchObject({ voice: 'Puck', format: 'wav', mimeType: 'audio/wav' })
    const [file] = [...files.values()] as [Uint8Array]
    expect([new TextDecoder().decode(file.slice(0, 4)), file.slice(44)]).toEqual(['RIFF', PCM])
    expect(charges).toMatchObject([{ kind: 'calls', units: 1 }])
  })

  test('uses Google’s default voice when none was chosen, and returns raw PCM on request', async () => {
    const { ai, asker, requests, files } = google()
    const made = await ai.speech({ text: 'Go!', response_format: 'pcm' }, asker)
    expect(made).toMatchObject({ voice: 'Kore', format: 'pcm' })
    expect(JSON.stringify(requests[0]!.body)).toContain('"voiceName":"Kore"')
    expect([...files.values()]).toEqual([PCM])
  })

  test('distinguishes failures of Google speech', async () => {
    const offenders = await findOffenders(
      [
        ['a blocked text', blocked, 'AI_REFUSED', 422],
        ['a refusal in the middle', unspoken('SAFETY'), 'AI_REFUSED', 422],
        ['prohibited content', unspoken('PROHIBITED_CONTENT'), 'AI_REFUSED', 422],
        ['an empty response', unspoken('STOP'), 'AI_EMPTY', 502],
        ['an empty response for another reason', unspoken('OTHER'), 'AI_EMPTY', 502],
        ['text without audio', json({ candidates: [{ content: { parts: [{ text: 'Go!' }] } }] }), 'AI_EMPTY', 502],
        ...BOTH,
      ] as const,
      JSON.stringify,
      async ([, respond, code, status]) => {
        const { ai, asker, files, open } = google(respond)
        const refusal = await getRejection(ai.speech({ text: 'a secret plan' }, asker))
        expect(refusal).toMatchObject({ code, status })
        expect(JSON.stringify([refusal, String((refusal as Error).cause)])).not.toContain('secret')
        expect([files.size, open()]).toEqual([0, 0])
      },
    )
    expect(offenders).toEqual([])
  })
})

describe('a transcript by google', () => {
  test('sends a Google transcription request with its language, and returns word timestamps', async () => {
    const { ai, asker, requests, charges } = google()
    const heard = await ai.transcription({ audio: [...MP3], language: 'en-US' }, asker)
    expect(requests).toMatchObject([
      {
        path: '/v1/interactions',
        headers: { 'x-goog-api-key': 'google-key' },
        body: {
          model: 'gemini-large',
          input: [{ type: 'audio', data: btoa(String.fromCharCode(...MP3)), mime_type: 'audio/mpeg' }],
        },
      },
    ])
    expect(JSON.stringify(requests[0]!.body['generation_config'])).toContain('"en-US"')
    expect(heard).toMatchObject({ text: 'go long', language: 'en-US' })
    expect(heard.segments).toEqual([
      { text: 'go', startSecond: 0, endSecond: 0.4 },
      { text: 'long', startSecond: 0.5, endSecond: 0.9 },
    ])
    expect(charges).toMatchObject([{ kind: 'calls', units: 1 }])
  })

  test('returns an empty text for a Google transcript of silence', async () => {
    const silent = json({ id: 'v1_1', status: 'completed', steps: [], usage: { total_output_tokens: 0 } })
    const { ai, asker } = google(silent)
    expect(await ai.transcription({ audio: [...MP3] }, asker)).toMatchObject({ text: '', segments: [] })
  })

  test.each([
    ['a failed job', json({ id: 'v1_1', status: 'failed', steps: [] }), 'AI_FAILED', 502],
    ['an unfinished job', json({ id: 'v1_1', status: 'in_progress' }), 'AI_FAILED', 502],
    ['an unexpected response', json({ hello: 'world' }), 'AI_FAILED', 502],
    ...BOTH,
  ] as const)('reports each failed Google transcript by its own code: %s', async (_, respond, code, status) => {
    const { ai, asker, open } = google(respond)
    expect(await getRejection(ai.transcription({ audio: [...MP3] }, asker))).toMatchObject({ code, status })
    expect(open()).toBe(0)
  })
})
