import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'

export const PHONE = { width: 360, height: 800 }
export const DESK = { width: 1280, height: 800 }
/** What takes a second takes twenty on a machine that other work shares. */
const TIMEOUT_MS = 60_000

export type Tab = {
  page: Page
  context: BrowserContext
  /** Everything the console has complained about so far. */
  complaints: string[]
}

/** @param without arguments that tests are usually started with, and this one not @param more arguments of its own */
export async function launchBrowser(without: string[] = [], more: string[] = []): Promise<Browser> {
  const { findBrowser } = (await import(new URL('../../../.dev/browser.mjs', import.meta.url).href)) as {
    findBrowser: () => Promise<{ executablePath: string; args: string[] }>
  }
  const { executablePath, args } = await findBrowser()
  return chromium.launch({ executablePath, args: [...args, ...more], headless: true, ignoreDefaultArgs: without })
}

/** A fresh visitor with a tab open at `url`, with reduced motion unless `more` says otherwise. */
export async function openTab(
  browser: Browser,
  url: string,
  viewport = PHONE,
  more: BrowserContextOptions = {},
): Promise<Tab> {
  const manners = { acceptDownloads: true, reducedMotion: 'reduce', ...more } as const
  const context = await browser.newContext({ viewport, baseURL: url, ...manners })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: url })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.setDefaultTimeout(TIMEOUT_MS)
  return { page, context, complaints }
}

/** Every console error of all of a visitor's tabs and windows from now on. */
export function listenTo(context: BrowserContext): string[] {
  const complaints: string[] = []
  context.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  context.on('weberror', (error) => complaints.push(String(error.error())))
  return complaints
}

/** The pixels of a JPEG, decoded by the browser itself. RGBA, row by row. */
export async function pixelsOf(
  page: Page,
  jpeg: Uint8Array,
): Promise<{ width: number; height: number; rgba: Uint8Array }> {
  const { width, height, base64 } = await page.evaluate(async (encoded) => {
    const bytes = Uint8Array.from(atob(encoded), (c) => c.charCodeAt(0))
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/jpeg' }))
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
    const context = canvas.getContext('2d')!
    context.drawImage(bitmap, 0, 0)
    const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height)
    let text = ''
    for (let i = 0; i < data.length; i += 0x8000) text += String.fromCharCode(...data.subarray(i, i + 0x8000))
    return { width: bitmap.width, height: bitmap.height, base64: btoa(text) }
  }, Buffer.from(jpeg).toString('base64'))
  return { width, height, rgba: new Uint8Array(Buffer.from(base64, 'base64')) }
}
