import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, delimiter, dirname, join } from 'node:path'
import { chromium } from 'playwright-core'
import { afterEach, expect, test, vi } from 'vitest'

const { findBrowser, unpackChromium } = (await import(new URL('../../.dev/browser.mjs', import.meta.url).href)) as {
  findBrowser: () => Promise<{ executablePath: string; args: string[] }>
  unpackChromium: (cache: string) => Promise<string>
}

afterEach(() => {
  vi.unstubAllEnvs()
})

test('starts the bundled Chromium where no browser is installed, and keeps it running after a context closes', async () => {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  vi.stubEnv('PATH', '')
  vi.stubEnv('CHROME_PATH', '')
  const { executablePath, args } = await findBrowser()
  expect(folders).not.toContain(dirname(executablePath))

  const browser = await chromium.launch({ executablePath, args, headless: true })
  try {
    for (const title of ['first', 'second']) {
      const context = await browser.newContext()
      const page = await context.newPage()
      await page.setContent(`<title>${title}</title>`)
      expect(await page.title()).toBe(title)
      await context.close()
    }
    expect(browser.isConnected()).toBe(true)
  } finally {
    await browser.close()
  }
})

test('unpacks one intact browser when two processes unpack it concurrently', async () => {
  const cache = mkdtempSync(join(tmpdir(), 'carried-'))
  try {
    const paths = await Promise.all([unpackChromium(cache), unpackChromium(cache)])
    expect(paths[0]).toBe(paths[1])
    expect(readdirSync(cache)).toEqual([basename(dirname(paths[0]!))])
    const browser = await chromium.launch({ executablePath: paths[0]!, args: ['--no-sandbox'], headless: true })
    await browser.close()
  } finally {
    rmSync(cache, { recursive: true })
  }
})
