import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { DrawnFinish } from '#shared/domain/finish.ts'
import { ArtSource } from '#shared/domain/provenance-schema.ts'
import { Notice } from '#shared/domain/notices.ts'
import { type ArtMetadata, readArtMetadata } from '#worker/graphics/metadata/art-metadata.ts'
import { withMetadata } from '#worker/graphics/metadata/metadata.ts'
import { withWebpMetadata } from '#worker/graphics/metadata/webp-metadata.ts'

const blank = sharp({ create: { width: 16, height: 24, channels: 4, background: '#336699' } })
const jpeg = new Uint8Array(await blank.clone().jpeg().toBuffer())
const webp = Uint8Array.from(await blank.clone().webp({ lossless: true }).toBuffer())
const UNNAMED: ArtMetadata = { source: 'trained', finish: null, notices: [] }

/** A JPEG whose XMP packet has another program's text. */
const withPacket = (words: string) => {
  const bytes = Buffer.from(withMetadata(jpeg, { title: 'x'.repeat(words.length), source: 'computed' }))
  return new Uint8Array(Buffer.from(bytes.toString('latin1').replace('x'.repeat(words.length), words), 'latin1'))
}

describe('art marked by the built-in artist', () => {
  test.each(
    ArtSource.options.flatMap((source) => [null, ...DrawnFinish.options].map((finish) => [source, finish] as const)),
  )('reads art marked %s and %s back from WebP and from JPEG', (source, finish) => {
    for (const notices of [[], ['dark'], Notice.options] as const) {
      const mark: ArtMetadata = { source, finish, notices }
      expect(readArtMetadata(withWebpMetadata(webp, { title: 'Art', ...mark }))).toEqual(mark)
      expect(readArtMetadata(withMetadata(jpeg, { title: 'Ace <Finish>', ...mark }))).toEqual(mark)
    }
  })

  test('writes an XMP packet that other readers understand', async () => {
    const marked = withWebpMetadata(webp, { title: 'Art', source: 'computed', finish: 'window', notices: ['cut-off'] })
    const xmp = (await sharp(marked).metadata()).xmp!.toString('utf8')
    expect(xmp).toContain('<ffc:Finish>window</ffc:Finish>')
    expect(xmp).toContain('<ffc:Notices><rdf:Bag><rdf:li>cut-off</rdf:li></rdf:Bag></ffc:Notices>')
    for (const [, prefix] of xmp.matchAll(/<(\w+):/g)) expect(xmp).toContain(`xmlns:${prefix!}=`)
  })
})

describe('art without our metadata', () => {
  test.each([
    ['is empty', new Uint8Array(0)],
    ['has no packet', jpeg],
    [
      'names a source type outside of any packet',
      Buffer.from('>http://cv.iptc.org/newscodes/digitalsourcetype/composite<'),
    ],
    ['has an unterminated packet', Buffer.from('<x:xmpmeta><ffc:Finish>ink</ffc:Finish>')],
  ])('reads art that %s as a trained model’s, without a finish', (_what, file) => {
    expect(readArtMetadata(Uint8Array.from(file))).toEqual(UNNAMED)
  })

  test('ignores an unknown finish or notice in another program’s packet', () => {
    for (const words of ['<ffc:Finish>glitter</ffc:Finish>', '<ffc:Notices><rdf:li>ugly</rdf:li></ffc:Notices>'])
      expect(readArtMetadata(withPacket(words))).toEqual({ source: 'computed', finish: null, notices: [] })
  })
})
