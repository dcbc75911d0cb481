import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { DrawnFinish } from '#shared/domain/finish.ts'
import { Source } from '#shared/domain/making-schema.ts'
import { Notice } from '#shared/domain/notices.ts'
import { type Mark, markOf } from '#worker/graphics/metadata/mark.ts'
import { withMetadata } from '#worker/graphics/metadata/metadata.ts'
import { withWebpMetadata } from '#worker/graphics/metadata/webp-metadata.ts'

const blank = sharp({ create: { width: 16, height: 24, channels: 4, background: '#336699' } })
const jpeg = new Uint8Array(await blank.clone().jpeg().toBuffer())
const webp = Uint8Array.from(await blank.clone().webp({ lossless: true }).toBuffer())
const UNNAMED: Mark = { source: 'trained', finish: null, notices: [] }

/** A JPEG with another program's words in its packet. */
const saying = (words: string) => {
  const bytes = Buffer.from(withMetadata(jpeg, { title: 'x'.repeat(words.length), source: 'computed' }))
  return new Uint8Array(Buffer.from(bytes.toString('latin1').replace('x'.repeat(words.length), words), 'latin1'))
}

describe('art that our artist has marked', () => {
  test.each(
    Source.options.flatMap((source) => [null, ...DrawnFinish.options].map((finish) => [source, finish] as const)),
  )('%s and %s is read as it was written, from WebP and from JPEG', (source, finish) => {
    for (const notices of [[], ['dark'], Notice.options] as const) {
      const mark: Mark = { source, finish, notices }
      expect(markOf(withWebpMetadata(webp, { title: 'Art', ...mark }))).toEqual(mark)
      expect(markOf(withMetadata(jpeg, { title: 'Ace <Finish>', ...mark }))).toEqual(mark)
    }
  })

  test('is read by others too: its packet is XMP that they understand', async () => {
    const marked = withWebpMetadata(webp, { title: 'Art', source: 'computed', finish: 'window', notices: ['cut-off'] })
    const xmp = (await sharp(marked).metadata()).xmp!.toString('utf8')
    expect(xmp).toContain('<ffc:Finish>window</ffc:Finish>')
    expect(xmp).toContain('<ffc:Notices><rdf:Bag><rdf:li>cut-off</rdf:li></rdf:Bag></ffc:Notices>')
    for (const [, prefix] of xmp.matchAll(/<(\w+):/g)) expect(xmp).toContain(`xmlns:${prefix!}=`)
  })
})

describe('art that says nothing we know', () => {
  test.each([
    ['is empty', new Uint8Array(0)],
    ['has no packet', jpeg],
    [
      'names a source type outside of any packet',
      Buffer.from('>http://cv.iptc.org/newscodes/digitalsourcetype/composite<'),
    ],
    ['has a packet that does not end', Buffer.from('<x:xmpmeta><ffc:Finish>ink</ffc:Finish>')],
  ])('and %s is a trained model’s, without a finish', (_what, file) => {
    expect(markOf(Uint8Array.from(file))).toEqual(UNNAMED)
  })

  test('a finish or a notice of another program’s words is none of ours', () => {
    for (const words of ['<ffc:Finish>glitter</ffc:Finish>', '<ffc:Notices><rdf:li>ugly</rdf:li></ffc:Notices>'])
      expect(markOf(saying(words))).toEqual({ source: 'computed', finish: null, notices: [] })
  })
})
