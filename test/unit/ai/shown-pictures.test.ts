import { describe, expect, test } from 'vitest'
import { TextRequest } from '#worker/backend/ai/schema.ts'
import { refusalOf } from '../client/recorder.ts'
import { createService } from './service.ts'

const MB = 1024 * 1024
const pngOf = (bytes: number) => {
  const picture = new Uint8Array(bytes)
  picture.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return picture
}
const showing = (images: readonly string[]) =>
  TextRequest.parse({ messages: [{ role: 'user', content: images.map((image) => ({ type: 'image', image })) }] })

describe('pictures of ours that a conversation shows', () => {
  test('are handed over as they are, each read once however often it is shown and whatever follows its path', async () => {
    const { ai, asker, asked, keep, readings } = createService()
    const picture = keep('ai/a.png', pngOf(30))
    await ai.text(showing([picture, `${picture}?v=2`, picture]), asker)
    expect(JSON.stringify(asked[0]!.body).match(/data:image\/png;base64,iVBORw0KGgo/g)).toHaveLength(3)
    expect(readings).toEqual(['ai/a.png'])
  })

  test.each([
    ['25 times the same 6 MB', Array.from({ length: 25 }, () => 'a.png'), 1],
    ['three that weigh 18 MB', ['a.png', 'b.png', 'c.png'], 2],
  ])('are refused before a provider is asked when they are too much: %s', async (_, paths, read) => {
    const { ai, asker, asked, keep, readings, refunded } = createService()
    const addresses = new Map([...new Set(paths)].map((path) => [path, keep(path, pngOf(6 * MB))]))
    const request = showing(paths.map((path) => addresses.get(path)!))
    expect(await refusalOf(ai.text(request, asker))).toMatchObject({ code: 'FILE_TOO_LARGE' })
    expect([asked.length, readings.length, refunded()]).toEqual([0, read, 1])
  })

  test('are fifty at most, wherever they are shown', () => {
    const content = Array.from({ length: 26 }, () => ({ type: 'image', image: 'https://x.example/a.png' }))
    const saying = (...messages: object[]) => TextRequest.safeParse({ messages })
    expect(saying({ role: 'user', content }).success).toBe(true)
    expect(saying({ role: 'user', content }, { role: 'user', content }).error?.issues[0]).toMatchObject({
      path: ['messages'],
      message: 'may show 50 pictures at most',
    })
    expect(
      saying({ role: 'user', content: Array.from({ length: 101 }, () => ({ type: 'text', text: 'x' })) }).success,
    ).toBe(false)
  })
})
