import { beforeEach, describe, expect, test } from 'vitest'
import { createTestApp } from '../../support/app.ts'
import { freshDatabase } from '../../support/env.ts'
import { getImageSize } from '../../support/image-size.ts'
import { readPage } from '../../support/page.ts'

type Manifest = {
  name: string
  start_url: string
  icons: { src: string; sizes: string; type: string; purpose?: string }[]
}

beforeEach(freshDatabase)

const app = createTestApp()
const manifest = async () => (await app.send('/manifest.webmanifest')).json<Manifest>()

/** Width and height in a PNG's header. */
async function pngSizeAt(path: string): Promise<[number, number]> {
  const response = await app.send(path)
  expect([path, response.status, response.headers.get('content-type')]).toEqual([path, 200, 'image/png'])
  const view = new DataView(await response.arrayBuffer())
  expect(view.getUint32(0)).toBe(0x89504e47)
  return [view.getUint32(16), view.getUint32(20)]
}

describe('the site’s icons', () => {
  test('serves every icon that the page links', async () => {
    const { links } = await readPage(await (await app.send('/')).text())
    const icons = links.filter(({ rel }) => ['icon', 'apple-touch-icon', 'manifest'].includes(rel))
    expect(icons.map(({ rel }) => rel)).toEqual(['icon', 'icon', 'apple-touch-icon', 'manifest'])
    const responses = await Promise.all(icons.map(({ href }) => app.send(href)))
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(await pngSizeAt('/apple-touch-icon.png')).toEqual([180, 180])
  })

  test('serves the icons in the sizes of the manifest, one of them maskable', async () => {
    const { icons, name, start_url } = await manifest()
    expect([name, start_url]).toEqual(['Fantasy Football Cards', '/'])
    expect(icons.map(({ purpose = 'any', sizes }) => `${purpose} ${sizes}`)).toEqual([
      'any any',
      'any 192x192',
      'any 512x512',
      'maskable 512x512',
    ])
    for (const { src, sizes } of icons.filter(({ type }) => type === 'image/png')) {
      const [width, height] = await pngSizeAt(src)
      expect(`${width}x${height}`).toBe(sizes)
    }
  })

  test('serves a link preview image for pages without their own', async () => {
    const picture = new Uint8Array(await (await app.send('/share.jpg')).arrayBuffer())
    expect(getImageSize(picture)).toEqual({ width: 1200, height: 630 })
    expect(picture.length).toBeLessThan(300_000)
  })
})
