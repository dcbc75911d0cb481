import { describe, expect, test } from 'vitest'
import { TextRequest } from '#worker/backend/ai/schema.ts'
import { getRejection } from '../client/recorder.ts'
import { createService } from './service.ts'

const MB = 1024 * 1024
const createPng = (bytes: number) => {
  const picture = new Uint8Array(bytes)
  picture.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return picture
}
const showing = (images: readonly string[]) =>
  TextRequest.parse({ messages: [{ role: 'user', content: images.map((image) => ({ type: 'image', image })) }] })

describe('stored images in a conversation', () => {
  test('sends each stored image of a conversation once, regardless of repeats and query strings', async () => {
    const { ai, asker, requests, keep, readings } = createService()
    const picture = keep('ai/a.png', createPng(30))
    await ai.text(showing([picture, `${picture}?v=2`, picture]), asker)
    expect(JSON.stringify(requests[0]!.body).match(/data:image\/png;base64,iVBORw0KGgo/g)).toHaveLength(3)
    expect(readings).toEqual(['ai/a.png'])
  })

  test.each([
    ['25 times the same 6 MB', Array.from({ length: 25 }, () => 'a.png'), 1],
    ['three images of 18 MB in total', ['a.png', 'b.png', 'c.png'], 2],
  ])('refuses too many images in a conversation before calling a provider: %s', async (_, paths, read) => {
    const { ai, asker, requests, keep, readings, refunded } = createService()
    const addresses = new Map([...new Set(paths)].map((path) => [path, keep(path, createPng(6 * MB))]))
    const request = showing(paths.map((path) => addresses.get(path)!))
    expect(await getRejection(ai.text(request, asker))).toMatchObject({ code: 'FILE_TOO_LARGE' })
    expect([requests.length, readings.length, refunded()]).toEqual([0, read, 1])
  })

  test('accepts at most fifty images in a conversation, across its messages', () => {
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
