import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { expect, type Page } from '@playwright/test'
import { build } from 'vite'
import type { Order } from './partner-app.ts'
import { PROJECT } from './sign-in.ts'

/** Another site, which signs users in through the backend's client with its own buttons. */
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

/** Serves the site at a port, under every hostname of this machine. @param coreUrl the URL of the backend */
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

/** Expects an account to be signed in, by its email address; `nobody` without a session. */
export const expectSignedInAs = (page: Page, who: string) => expect(page.locator('#who')).toHaveText(who)

/** Expects the sign-in to have failed with a code, a message and possibly a hint. */
export const hasFailed = (page: Page, text: RegExp) => expect(page.locator('#said')).toHaveText(text)

/**
 * Makes all tabs of the site request a token at the same moment.
 *
 * @returns how many got a token for which account, or for `nobody`
 */
export const orderAll = (tab: Page, tabs: number, order: Order): Promise<Record<string, number>> =>
  tab.evaluate(
    ([count, text]) =>
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
        orders.postMessage(text)
      }),
    [tabs, order] as const,
  )
