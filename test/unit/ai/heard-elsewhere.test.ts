import { describe, expect, test } from 'vitest'
import { TextRequest, TranscriptionRequest } from '#worker/backend/ai/schema.ts'
import { type Responder, MP3, respondNormally, PNG } from '../../support/ai-stand-ins.ts'
import { getRejection } from '../client/recorder.ts'
import { createService } from './service.ts'

const MB = 1024 * 1024
const NAMES: Readonly<Record<string, readonly string[]>> = {
  'sounds.example': ['93.184.216.34'],
  'inner.example': ['10.0.0.5'],
}
const resolve = async (name: string) => NAMES[name] ?? []

/** A service whose recording is at `sounds.example`. */
const hearing = (recording: () => Response) => {
  const respond: Responder = (request) => (request.method === 'GET' ? recording() : respondNormally(request))
  const service = createService({ respond, resolve })
  return { ...service, hear: (audio: string) => service.ai.transcription({ audio }, service.asker) }
}

describe('remote recordings', () => {
  test('downloads a recording from another host without a key, and transcribes it', async () => {
    const { hear, requests } = hearing(() => new Response(MP3))
    expect((await hear('https://sounds.example/a.mp3')).text).toBe('go long')
    expect(requests.map(({ base }) => base)).toEqual(['https://sounds.example', expect.stringContaining('compatible')])
    expect(requests[1]!.body['file']).toEqual(MP3)
    expect(JSON.stringify(requests[0]!.headers)).not.toContain('-key')
  })

  test.each([
    ['https://inner.example/a.mp3', 'ADDRESS_REFUSED'],
    ['http://127.0.0.1:8787/a.mp3', 'ADDRESS_REFUSED'],
    ['https://nowhere.example/a.mp3', 'ADDRESS_REFUSED'],
    ['file:///etc/passwd', 'VALIDATION_ERROR'],
  ])('refuses to download a recording from %s: %s', async (address, code) => {
    const { hear, requests, refunded } = hearing(() => new Response(MP3))
    expect(await getRejection(hear(address))).toMatchObject({ code })
    expect([requests.length, refunded()]).toEqual([0, 1])
  })

  test.each([
    ['is gone', () => new Response('gone', { status: 404 }), 'UPSTREAM_FAILED'],
    ['is 17 MB', () => new Response(new Uint8Array(17 * MB)), 'ANSWER_TOO_LARGE'],
    ['is empty', () => new Response(''), 'VALIDATION_ERROR'],
    [
      'redirects to a private IP address',
      () => new Response(null, { status: 302, headers: { location: 'http://169.254.169.254/' } }),
      'ADDRESS_REFUSED',
    ],
  ])('rejects a recording that %s, and refunds the call', async (_, recording, code) => {
    const { hear, requests, refunded } = hearing(recording)
    expect(await getRejection(hear('https://sounds.example/a.mp3'))).toMatchObject({ code })
    expect([requests.length, refunded()]).toEqual([1, 1])
  })

  test.each([
    ['json', true],
    ['verbose_json', true],
    ['text', true],
    ['srt', false],
    ['vtt', false],
  ])('accepts %s as a transcript format: %s', (response_format, offered) => {
    expect(TranscriptionRequest.safeParse({ audio: [1], response_format }).success).toBe(offered)
  })
})

describe('stored files', () => {
  const ASK = {
    'a picture in a conversation': ({ ai, asker, keep }) =>
      ai.text(
        TextRequest.parse({
          messages: [{ role: 'user', content: [{ type: 'image', image: keep('cards/1/card.png', PNG) }] }],
        }),
        asker,
      ),
    'a recording': ({ ai, asker, keep }) => ai.transcription({ audio: keep('cards/1/a.mp3', MP3) }, asker),
  } satisfies Record<string, (service: ReturnType<typeof createService>) => Promise<unknown>>

  test.each([
    ['withheld', 'FILE_NOT_FOUND'],
    ['removed', 'GONE'],
    ['own', null],
    ['shown', null],
  ] as const)('passes a stored file that is %s to a model only as it would be served: %s', async (visibility, code) => {
    for (const [what, ask] of Object.entries(ASK)) {
      const service = createService({ visibility })
      const refusal = code === null ? ask(service).then(() => null) : getRejection(ask(service))
      expect(await refusal, what).toEqual(code === null ? null : expect.objectContaining({ code }))
      expect([service.readings.length, service.requests.length], what).toEqual(code === null ? [1, 1] : [0, 0])
    }
  })

  test('passes any stored file to a model for the service itself', async () => {
    const service = createService({ visibility: 'withheld' })
    const asker = { ...service.asker, buyer: null, visitor: null }
    for (const ask of Object.values(ASK)) await ask({ ...service, asker })
    expect(service.requests).toHaveLength(2)
  })
})
