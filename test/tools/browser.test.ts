import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, delimiter, dirname, join } from 'node:path'
import { chromium } from 'playwright-core'
import { afterEach, expect, test, vi } from 'vitest'

const { findBrowser, unpackCarried } = (await import(new URL('../../.dev/browser.mjs', import.meta.url).href)) as {
  findBrowser: () => Promise<{ executablePath: string; args: string[] }>
  unpackCarried: (cache: string) => Promise<string>
}

afterEach(() => {
  vi.unstubAllEnvs()
})

test('where no Chromium is installed the carried one starts, and outlives a closed context', async () => {
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

test('two that unpack it at the same time leave one whole browser', async () => {
  const cache = mkdtempSync(join(tmpdir(), 'carried-'))
  try {
    const paths = await Promise.all([unpackCarried(cache), unpackCarried(cache)])
    expect(paths[0]).toBe(paths[1])
    expect(readdirSync(cache)).toEqual([basename(dirname(paths[0]!))])
    const browser = await chromium.launch({ executablePath: paths[0]!, args: ['--no-sandbox'], headless: true })
    await browser.close()
  } finally {
    rmSync(cache, { recursive: true })
  }
})
