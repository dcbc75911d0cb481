import { expect, test } from 'vitest'
import { decodeBase64 } from '#worker/backend/ai/sound.ts'
import { base64In } from '#worker/http/data-url.ts'

test.each([
  'data:audio/ogg; codecs=opus;base64,T2dnUw==',
  'data:audio/ogg;codecs=opus;base64,T2dnUw==',
  'data:audio/webm; codecs="opus,vorbis"; base64,T2dnUw==',
  'DATA:Audio/OGG;BASE64,T2dnUw==',
  'data:;base64,T2dnUw==',
  'data:audio/ogg;base64 ,T2dnUw==',
  'data:audio/ogg;base64,T2dn UwA\n'.replace(' UwA', 'Uw=='),
  'data:audio/ogg;base64,T2dnUw%3D%3D',
  ' data:audio/ogg;base64,T2dn Uw==',
  'T2dnUw==',
])('decodes the recording in %j', (text) => {
  expect(decodeBase64(text)).toEqual(new TextEncoder().encode('OggS'))
})

test.each(['data:audio/ogg,OggS', 'https://a.example/b.ogg', 'data:audio/ogg;base64'])(
  'rejects %j as base64',
  (text) => {
    expect(decodeBase64(text)).toBeNull()
  },
)

test('parses only the beginning of a data URL', () => {
  const long = `data:${';a=b'.repeat(1_000_000)};base64,T2dnUw==`
  expect(base64In(long)).toBe(long)
})
