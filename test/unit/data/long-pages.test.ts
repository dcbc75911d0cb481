import { describe, expect, it, vi } from 'vitest'
import { toMarkdown } from '#worker/backend/data/page/markdown.ts'
import { isCheapToParse } from '#worker/backend/data/page/marks.ts'
import { parseHtml } from '#worker/backend/data/page/parse-html.ts'
import { toReadable } from '#worker/backend/data/page/readable.ts'

const here = new URL('https://a.example/')
const markdown = async (html: string) => toMarkdown(await toReadable(parseHtml(html), here))

describe('isCheapToParse', () => {
  it.each([
    ['one-letter words', 'a '.repeat(50_000)],
    ['one-letter lines', 'a\n'.repeat(20_000)],
    ['links', '[a](https://a.example/) '.repeat(4000)],
    ['ampersands', '&'.repeat(50_000)],
  ])('rejects %s with little memory', (_, text) => expect(isCheapToParse(text)).toBe(false))

  it('stops early on a long text', () => {
    const text = 'a '.repeat(500_000)
    const looked = vi.spyOn(Set.prototype, 'has')
    expect(isCheapToParse(text)).toBe(false)
    expect(looked.mock.calls.length).toBeLessThan(50_000)
    looked.mockRestore()
  })

  it('accepts a long article', () => {
    expect(isCheapToParse(`${'A sentence of nine words, as people write them. '.repeat(40)}\n\n`.repeat(60))).toBe(true)
  })
})

describe('Markdown of long pages', () => {
  it('falls back to plain text for a long page', async () => {
    const made = await markdown(`<h1>Title</h1><p>${'a & b '.repeat(30_000)}</p>`)
    expect(made.startsWith('Title\n\na \\& b a')).toBe(true)
    expect(made.length).toBeLessThan(300_000)
  })

  it('keeps the structure of a long article', async () => {
    const made = await markdown(`<h1>Title</h1>${`<p>${'Words of an <em>article</em>. '.repeat(30)}</p>`.repeat(40)}`)
    expect(made.startsWith('# Title\n\nWords of an _article_.')).toBe(true)
  })
})
