import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import type { Frame, Page } from 'playwright-core'
import { build } from 'vite'
import type { Order } from './partner-app.ts'
import { PROJECT } from './sign-in.ts'

/** A site of its own that people sign in at by the backend's client, and by its own screens. */
const page = (coreUrl: string) => `<!doctype html><html lang="en"><title>Partner</title>
<link rel="icon" href="data:,">
<script type="application/json" id="settings">${JSON.stringify({ coreUrl, projectId: PROJECT, provider: 'oidc' })}</script>
<button id="window">By a window</button><button id="redirect">By leaving</button><button id="leave">Sign out</button>
<p id="who"></p><p id="said" role="alert"></p><script type="module" src="/app.js"></script></html>`

async function bundleApp(): Promise<string> {
  const made = await build({
    configFile: false,
    root: fileURLToPath(new URL('.', import.meta.url)),
    logLevel: 'error',
    build: {
      write: false,
      minify: false,
      rollupOptions: { input: fileURLToPath(new URL('partner-app.ts', import.meta.url)) },
    },
  })
  const [{ output }] = (Array.isArray(made) ? made : [made]) as [{ output: { type: string; code?: string }[] }]
  return output.find(({ type }) => type === 'chunk')!.code!
}

/** The same site under every name of this machine. @param coreUrl the backend's */
export async function startPartner(port: number, coreUrl: string) {
  const app = await bundleApp()
  const server = createServer((request, response) => {
    const isApp = request.url === '/app.js'
    response.writeHead(200, { 'content-type': isApp ? 'text/javascript' : 'text/html' })
    response.end(isApp ? app : page(coreUrl))
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(resolve)
        server.closeAllConnections()
      }),
  }
}

/** The account that is signed in; `nobody` without a session. */
export const isWho = (tab: Page | Frame, who: string) =>
  tab.locator('#who', { hasText: new RegExp(`^${who}$`) }).waitFor()

/** What the sign-in has failed with: its code, its sentence and its hint. */
export async function failureOf(tab: Page): Promise<string> {
  await tab.locator('#said', { hasText: /./ }).waitFor()
  return tab.locator('#said').innerText()
}

/**
 * Has all tabs of a site give the token that they would send with a call, all at once.
 *
 * @returns for whom they had one, or `nobody`, and how many of them
 */
export const orderAll = (tab: Page, tabs: number, order: Order): Promise<Record<string, number>> =>
  tab.evaluate(
    ([count, told]) =>
      new Promise<Record<string, number>>((resolve) => {
        const [orders, answers] = [new BroadcastChannel('orders'), new BroadcastChannel('answers')]
        const heard: Record<string, number> = {}
        let missing = count
        answers.addEventListener('message', ({ data }: MessageEvent<string>) => {
          heard[data] = (heard[data] ?? 0) + 1
          missing -= 1
          if (missing === 0) resolve(heard)
        })
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is heard by its own origin alone
        orders.postMessage(told)
      }),
    [tabs, order] as const,
  )
