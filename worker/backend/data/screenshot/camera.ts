import type { Browser, Page } from '@cloudflare/puppeteer'
import { AppError } from '#shared/client/errors.ts'
import type { Guard } from '#worker/http/outbound/guarded-fetch.ts'
import { raceAbort } from '#worker/http/outbound/read-limited.ts'
import { notConfiguredError } from '../not-configured.ts'
import { AREA_MAX_PX, type ScreenshotRequest } from '../schema.ts'
import { openTransport } from './cdp-transport.ts'
import { Traffic } from './page-traffic.ts'

const TIMEOUT_MS = 45_000
const LOAD_TIMEOUT_MS = 20_000
/** Height at which an endless page is cut. */
const HEIGHT_MAX_PX = 10_000

/**
 * A proxy that leads nowhere, not even to this machine. Prefetches from speculation rules cannot be intercepted like
 * other requests, so they fail here.
 */
const NO_WAY_OUT = { proxyServer: 'http://127.0.0.1:9', proxyBypassList: ['<-loopback>'] }
/** Features whose traffic bypasses request interception. */
const UNINTERCEPTED = [
  'WebSocket',
  'WebTransport',
  'RTCPeerConnection',
  'webkitRTCPeerConnection',
  'Worker',
  'SharedWorker',
]
/** Service workers send requests even when their pages are told to bypass them. */
const NO_SERVICE_WORKER = 'delete Navigator.prototype.serviceWorker'
const REMOVE_UNINTERCEPTED = [...UNINTERCEPTED.map((name) => `delete globalThis.${name}`), NO_SERVICE_WORKER].join(';')

export type CameraDeps = {
  readonly guard: Guard
  readonly send: typeof fetch
  /** The platform's browser binding, if there is one. */
  readonly browsers: { fetch: typeof fetch } | undefined
  /** DevTools address of a browser. */
  readonly browserUrl: string | null
}

/** Takes screenshots with a browser whose every request goes through the SSRF guard. */
export class Camera {
  private readonly guard: Guard
  private readonly send: typeof fetch
  private readonly browsers: { fetch: typeof fetch } | undefined
  private readonly browserUrl: string | null

  constructor({ guard, send, browsers, browserUrl }: CameraDeps) {
    this.guard = guard
    this.send = send
    this.browsers = browsers
    this.browserUrl = browserUrl
  }

  /**
   * Checks the configuration before payment, so that an impossible call costs nothing.
   *
   * @throws AppError `NOT_CONFIGURED` naming both ways to configure a browser
   */
  require(): void {
    if (this.browsers === undefined && this.browserUrl === null)
      throw notConfiguredError('BROWSER (a binding)', 'BROWSER_CDP_URL')
  }

  /**
   * @returns a PNG
   * @throws AppError `ADDRESS_REFUSED`, `UPSTREAM_FAILED`, `UPSTREAM_TIMEOUT`
   */
  async shoot(request: ScreenshotRequest): Promise<Uint8Array> {
    const url = await this.guard.require(request.url)
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    return raceAbort(this.shootPage(url.href, request, signal), signal).catch((cause: unknown) => {
      if (cause instanceof AppError) throw cause
      throw new AppError(signal.aborted ? 'UPSTREAM_TIMEOUT' : 'UPSTREAM_FAILED', undefined, { cause })
    })
  }

  private async open(): Promise<{ browser: Browser; leave: () => Promise<void> }> {
    const puppeteer = (await import('@cloudflare/puppeteer')).default
    if (this.browserUrl !== null) {
      const browser = await puppeteer.connect({ transport: await openTransport(this.browserUrl, this.send) })
      return { browser, leave: () => browser.disconnect() }
    }
    const browser = await puppeteer.launch(this.browsers!)
    return { browser, leave: () => browser.close() }
  }

  private async shootPage(url: string, request: ScreenshotRequest, signal: AbortSignal): Promise<Uint8Array> {
    const { browser, leave } = await this.open()
    const left = new AbortController()
    const traffic = new Traffic(this.guard, AbortSignal.any([signal, left.signal]))
    try {
      const context = await browser.createBrowserContext(NO_WAY_OUT)
      try {
        // The abort also closes a page that never settles.
        return await raceAbort(
          context.newPage().then((page) => picture(page, url, request, traffic)),
          signal,
        )
      } finally {
        left.abort()
        await context.close().catch(() => undefined)
      }
    } finally {
      await leave().catch(() => undefined)
    }
  }
}

async function picture(
  page: Page,
  url: string,
  { width, height, fullPage }: ScreenshotRequest,
  traffic: Traffic,
): Promise<Uint8Array> {
  await page.setViewport({ width, height })
  await page.setBypassServiceWorker(true)
  await page.evaluateOnNewDocument(REMOVE_UNINTERCEPTED)
  await page.setRequestInterception(true)
  page.on('request', (request) => void traffic.handle(request))
  page.on('dialog', (dialog) => void dialog.dismiss().catch(() => undefined))
  try {
    await page.goto(url, { waitUntil: 'load', timeout: LOAD_TIMEOUT_MS })
  } catch (cause) {
    throw new AppError(traffic.wasPageRefused() ? 'ADDRESS_REFUSED' : 'UPSTREAM_FAILED', undefined, { cause })
  }
  const whole = fullPage ? Number(await page.evaluate('document.documentElement.scrollHeight')) : height
  const most = Math.min(HEIGHT_MAX_PX, Math.floor(AREA_MAX_PX / width))
  const clip = { x: 0, y: 0, width, height: Math.min(Math.max(whole, height), most) }
  return page.screenshot({ type: 'png', clip })
}
