import { describe, expect, test } from 'vitest'
import { TextRequest, TranscriptionRequest } from '#worker/backend/ai/schema.ts'
import { type Answering, MP3, ordinary, PNG } from '../../support/ai-stand-ins.ts'
import { refusalOf } from '../client/recorder.ts'
import { createService } from './service.ts'

const MB = 1024 * 1024
const NAMES: Readonly<Record<string, readonly string[]>> = {
  'sounds.example': ['93.184.216.34'],
  'inner.example': ['10.0.0.5'],
}
const resolve = async (name: string) => NAMES[name] ?? []

/** A service that is told of a recording at `sounds.example`. */
const hearing = (recording: () => Response) => {
  const answering: Answering = (asked) => (asked.method === 'GET' ? recording() : ordinary(asked))
  const service = createService({ answering, resolve })
  return { ...service, hear: (audio: string) => service.ai.transcription({ audio }, service.asker) }
}

describe('a recording that lies elsewhere', () => {
  test('is fetched without a key and handed over', async () => {
    const { hear, asked } = hearing(() => new Response(MP3))
    expect((await hear('https://sounds.example/a.mp3')).text).toBe('go long')
    expect(asked.map(({ base }) => base)).toEqual(['https://sounds.example', expect.stringContaining('compatible')])
    expect(asked[1]!.body['file']).toEqual(MP3)
    expect(JSON.stringify(asked[0]!.headers)).not.toContain('-key')
  })

  test.each([
    ['https://inner.example/a.mp3', 'ADDRESS_REFUSED'],
    ['http://127.0.0.1:8787/a.mp3', 'ADDRESS_REFUSED'],
    ['https://nowhere.example/a.mp3', 'ADDRESS_REFUSED'],
    ['file:///etc/passwd', 'VALIDATION_ERROR'],
  ])('at %s is not asked for: %s', async (address, code) => {
    const { hear, asked, refunded } = hearing(() => new Response(MP3))
    expect(await refusalOf(hear(address))).toMatchObject({ code })
    expect([asked.length, refunded()]).toEqual([0, 1])
  })

  test.each([
    ['is gone', () => new Response('gone', { status: 404 }), 'UPSTREAM_FAILED'],
    ['is 17 MB', () => new Response(new Uint8Array(17 * MB)), 'ANSWER_TOO_LARGE'],
    ['is empty', () => new Response(''), 'VALIDATION_ERROR'],
    [
      'leads inwards',
      () => new Response(null, { status: 302, headers: { location: 'http://169.254.169.254/' } }),
      'ADDRESS_REFUSED',
    ],
  ])('and %s is handed to no provider, and nothing is paid', async (_, recording, code) => {
    const { hear, asked, refunded } = hearing(recording)
    expect(await refusalOf(hear('https://sounds.example/a.mp3'))).toMatchObject({ code })
    expect([asked.length, refunded()]).toEqual([1, 1])
  })

  test.each([
    ['json', true],
    ['verbose_json', true],
    ['text', true],
    ['srt', false],
    ['vtt', false],
  ])('as %s is offered: %s', (response_format, offered) => {
    expect(TranscriptionRequest.safeParse({ audio: [1], response_format }).success).toBe(offered)
  })
})

describe('a file of ours', () => {
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
  ] as const)('that is %s is handed to a model as it would be served: %s', async (standing, code) => {
    for (const [what, ask] of Object.entries(ASK)) {
      const service = createService({ standing })
      const said = code === null ? ask(service).then(() => null) : refusalOf(ask(service))
      expect(await said, what).toEqual(code === null ? null : expect.objectContaining({ code }))
      expect([service.readings.length, service.asked.length], what).toEqual(code === null ? [1, 1] : [0, 0])
    }
  })

  test('is handed to a model for the owner of the service however it stands', async () => {
    const service = createService({ standing: 'withheld' })
    const asker = { ...service.asker, buyer: null, visitor: null }
    for (const ask of Object.values(ASK)) await ask({ ...service, asker })
    expect(service.asked).toHaveLength(2)
  })
})
