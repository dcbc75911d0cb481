import { beforeEach, describe, expect, test } from 'vitest'
import type { DrawFormat } from '#worker/render/formats/draw.ts'
import { createTestApp, getVisitorId, ORIGIN, type TestApp } from '../../support/app.ts'
import { filesBelow, seedCard, type SeedCard } from '../../support/cards.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { includesBytes } from '../../support/pictures.ts'
import { getImageSize } from '../../support/image-size.ts'
import { smallPhoto } from '../../support/stub-artist.ts'
import { takeConsole } from '../../support/quiet.ts'

const KINDS = ['card', 'back', 'story', 'print'] as const

let front: Uint8Array<ArrayBuffer>
beforeEach(async () => {
  await freshDatabase()
  front = await smallPhoto()
})

async function card(seed: Partial<SeedCard> = {}): Promise<void> {
  await seedCard({ id: 'c1', ...seed })
  await testEnv().FILES.put('cards/c1/1.jpg', front, { httpMetadata: { contentType: 'image/jpeg' } })
}

const toBytes = async (response: Response) => new Uint8Array(await response.arrayBuffer())
const getName = (response: Response) => response.headers.get('content-disposition')

describe('a public card', () => {
  test('serves a public card as a file of each kind, with its name, type and length', async () => {
    await card()
    const app = createTestApp()
    const bytes = new Map<string, Uint8Array>()
    for (const [kind, name, type] of [
      ['card', 'Ace-fantasy-card.jpg', 'image/jpeg'],
      ['back', 'Ace-fantasy-card-back.jpg', 'image/jpeg'],
      ['story', 'Ace-fantasy-card-story.jpg', 'image/jpeg'],
      ['print', 'Ace-fantasy-card-print.pdf', 'application/pdf'],
    ] as const) {
      const response = await app.send(`/download/c1/${kind}`)
      const file = await toBytes(response)
      bytes.set(kind, file)
      expect(response.status).toBe(200)
      expect(getName(response)).toBe(`attachment; filename="${name}"; filename*=UTF-8''${name}`)
      expect(response.headers.get('content-type')).toBe(type)
      expect(response.headers.get('content-length')).toBe(String(file.length))
      expect(response.headers.get('cache-control')).toBe('private, no-store')
    }
    // The saved image itself, also on the print sheet.
    expect(bytes.get('card')).toEqual(front)
    expect(includesBytes(bytes.get('print')!, front)).toBe(true)
    expect(new TextDecoder('latin1').decode(bytes.get('print')!.subarray(0, 8))).toBe('%PDF-1.4')
    expect(getImageSize(bytes.get('back')!)).toEqual({ width: 1000, height: 1400 })
    expect(getImageSize(bytes.get('story')!)).toEqual({ width: 1080, height: 1920 })
  })

  test('writes one safe header for a name with non-Latin letters, quotes and line breaks', async () => {
    await card({ playerName: 'Zoë "El\r\nTigre" 漢 100%' })
    const response = await createTestApp().send('/download/c1/card')
    expect(getName(response)).toBe(
      `attachment; filename="Zo_ El Tigre _ 100_-fantasy-card.jpg"; ` +
        `filename*=UTF-8''Zo%C3%AB%20El%20Tigre%20%E6%BC%A2%20100%25-fantasy-card.jpg`,
    )
  })

  test('names the file of a card without a name “player”', async () => {
    await card({ playerName: '' })
    expect(getName(await createTestApp().send('/download/c1/card'))).toContain('"player-fantasy-card.jpg"')
  })
})

describe('a draft', () => {
  const createDraft = async (app: TestApp) => {
    const maker = app.visitor()
    await card({ visibility: 'draft', owner: getVisitorId(await maker.arrive()) })
    return maker
  }

  test('serves a draft’s files only to its maker', async () => {
    const app = createTestApp({ drawFormat: async () => front })
    const maker = await createDraft(app)
    const other = app.visitor()
    await other.arrive()
    const statuses = []
    for (const kind of KINDS)
      for (const { send } of [maker, other, app]) statuses.push((await send(`/download/c1/${kind}`)).status)
    expect(statuses).toEqual(KINDS.flatMap(() => [200, 404, 404]))
  })

  test('draws a draft’s file once for its maker, and deletes it with the card', async () => {
    const drawn: string[] = []
    const app = createTestApp({
      drawFormat: async (format) => {
        drawn.push(format)
        return front
      },
    })
    const maker = await createDraft(app)
    for (const _again of [1, 2]) for (const kind of KINDS) await toBytes(await maker.send(`/download/c1/${kind}`))
    expect(drawn).toEqual(['back', 'story'])
    expect(await filesBelow('cards/c1/')).toHaveLength(1 + drawn.length)
    expect((await maker.send('/api/cards/c1', { method: 'DELETE' })).status).toBe(204)
    expect(await filesBelow('cards/c1/')).toEqual([])
  })

  test('draws a draft’s story without a QR code, and with one once its page is visible', async () => {
    const pages: (string | undefined)[] = []
    const app = createTestApp({
      drawFormat: async (format, { pageUrl }) => {
        if (format === 'story') pages.push(pageUrl)
        return front
      },
    })
    const maker = await createDraft(app)
    const take = async () => toBytes(await maker.send('/download/c1/story'))
    await take()
    await testEnv().DB.prepare("update fantasy_football_cards set visibility = 'public' where id = 'c1'").run()
    await take()
    await take()
    expect(pages).toEqual([undefined, `${ORIGIN}/card/c1`])
  })
})

test('adds a call to vote to the story of a public card', async () => {
  await card({ visibility: 'unlisted' })
  const requests: (boolean | undefined)[] = []
  const app = createTestApp({
    drawFormat: async (_format, { isPublic }) => {
      requests.push(isPublic)
      return front
    },
  })
  const take = async () => toBytes(await app.send('/download/c1/story'))
  await take()
  await testEnv().DB.prepare("update fantasy_football_cards set visibility = 'public' where id = 'c1'").run()
  await take()
  await take()
  expect(requests).toEqual([false, true])
  await testEnv().DB.prepare("update fantasy_football_cards set visibility = 'unlisted' where id = 'c1'").run()
  await take()
  expect(requests).toEqual([false, true, false])
})

test('serves the files of an unlisted card to anyone with its URL', async () => {
  await card({ visibility: 'unlisted' })
  expect((await createTestApp({ drawFormat: async () => front }).send('/download/c1/print')).status).toBe(200)
})

test('returns 404 for a URL that is not exactly a download’s', async () => {
  await card()
  const app = createTestApp()
  const found = []
  for (const path of ['nobody/card', 'c1/poster', 'c1/toString', 'c1'])
    if ((await app.send(`/download/${path}`)).status !== 404) found.push(path)
  if ((await app.send('/download')).status !== 404) found.push('/download')
  expect(found).toEqual([])
})

describe('failures', () => {
  const failing: DrawFormat = () => Promise.reject(new Error('the renderer is out of order'))

  test.each(['back', 'story'] as const)('returns 500 when the %s cannot be drawn, and stores nothing', async (kind) => {
    await card()
    const response = await createTestApp({ drawFormat: failing }).send(`/download/c1/${kind}`)
    expect([response.status, response.headers.get('content-disposition')]).toEqual([500, null])
    expect(await filesBelow('cards/c1/')).toEqual(['cards/c1/1.jpg'])
    expect(JSON.stringify(takeConsole())).toContain('the renderer is out of order')
  })

  test.each(['card', 'print'] as const)('returns an error when the front of the %s is missing', async (kind) => {
    await seedCard({ id: 'c1' })
    const response = await createTestApp().send(`/download/c1/${kind}`)
    expect(response.status).toBeGreaterThanOrEqual(404)
    expect(response.headers.get('content-disposition')).toBeNull()
    takeConsole()
  })

  test('refuses to print a stored front that is not a JPEG', async () => {
    await card()
    await testEnv().FILES.put('cards/c1/1.jpg', new Uint8Array(9), { httpMetadata: { contentType: 'image/jpeg' } })
    const response = await createTestApp().send('/download/c1/print')
    expect([response.status, response.headers.get('content-disposition')]).toEqual([502, null])
    expect(takeConsole()).toHaveLength(1)
  })
})
