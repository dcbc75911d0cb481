import type { Browser } from '@playwright/test'
import sharp from 'sharp'
import { readHosts } from '../support/hosts.ts'
import { expect, test as base } from '../support/stand-ins.ts'

/** The server's browser, which takes page screenshots. */
const test = base.extend<object, { picturing: Browser }>({
  picturing: [
    async ({ playwright }, use) => {
      const { browser, debuggingPort } = readHosts()
      const picturing = await playwright.chromium.launch({
        executablePath: browser.executablePath!,
        args: [...browser.args!, `--remote-debugging-port=${debuggingPort}`],
      })
      await use(picturing)
      await picturing.close()
    },
    { scope: 'worker', auto: true },
  ],
})

const bytesAt = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer())

test('a page is captured after its scripts have run, and is fetched through the server only', async ({
  client: { data },
  web,
}) => {
  const picture = await bytesAt(await data.screenshot(`${web.url}/page`, { width: 400, height: 300 }))
  const { data: pixels, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  expect(info).toMatchObject({ width: 400, height: 300 })
  expect([...pixels.subarray(-3)]).toEqual([0, 255, 0])
  const whole = await bytesAt(await data.screenshot(`${web.url}/page`, { width: 400, height: 300, fullPage: true }))
  expect((await sharp(whole).metadata()).height).toBeGreaterThanOrEqual(3000)

  web.requests.length = 0
  const eager = await bytesAt(await data.screenshot(`${web.url}/eager`, { width: 100, height: 100 }))
  const { channels } = await sharp(eager).stats()
  expect(channels.slice(0, 3).map(({ mean }) => mean)).toEqual([0, 255, 0])
  const paths = web.requests.map(({ path }) => path)
  expect(paths.slice(0, 2)).toEqual(['/eager', '/eager/here'])
  expect(paths).toContain('/late')
  expect(paths.filter((path) => path.endsWith('ahead'))).toEqual([])
  // A browser sends this header with its own requests.
  expect(web.requests.filter(({ headers }) => headers['sec-fetch-dest'] !== undefined)).toEqual([])

  for (const url of [`${web.url}/away`, 'http://10.0.0.1/', 'https://inner.example/'])
    await expect(data.screenshot(url)).rejects.toMatchObject({ code: 'ADDRESS_REFUSED' })
})
