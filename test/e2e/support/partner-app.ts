import { createClient } from '#shared/client/index.ts'
import { createBrowserHost } from '#shared/client/browser/host.ts'

/** A command from one tab to all tabs of the site. */
export type Order = { readonly laterMs: number; readonly hasLocks: boolean }

type Settings = { readonly coreUrl: string; readonly projectId: string; readonly provider: string }

const { provider, ...where } = JSON.parse(element('settings').textContent) as Settings

let order: Order = { laterMs: 0, hasLocks: true }
const host = createBrowserHost()
const page = host.page!

const { auth } = createClient({
  ...where,
  auth: { mode: 'headless' },
  host: {
    ...host,
    now: () => Date.now() + order.laterMs,
    page: {
      ...page,
      // An iframe that acts as a tab must not ask its parent.
      parent: window.name === 'tab' ? null : page.parent,
      alone: (name, work) => (order.hasLocks ? page.alone(name, work) : work()),
    },
  },
})

function element(id: string): HTMLElement {
  return document.getElementById(id)!
}

const failed = (thrown: unknown) => {
  const { code, message, hint } = thrown as { code: string; message: string; hint?: string }
  element('said').textContent = [code, message, hint].filter(Boolean).join(' | ')
}

const enter = (mode: 'popup' | 'redirect') => void auth.signInWithProvider(provider, { mode }).catch(failed)

element('window').addEventListener('click', () => enter('popup'))
element('redirect').addEventListener('click', () => enter('redirect'))
element('leave').addEventListener('click', () => auth.signOut())
auth.onAuthStateChanged(({ user, isLoading }) => {
  element('who').textContent = isLoading ? '...' : (user?.email ?? 'nobody')
})
if (auth.failure !== null) failed(auth.failure)

const frames = Number(new URLSearchParams(location.search).get('tabs'))
for (let i = 0; i < frames; i++) {
  const frame = document.createElement('iframe')
  frame.name = 'tab'
  frame.src = location.pathname
  document.body.append(frame)
}

const [orders, answers] = [new BroadcastChannel('orders'), new BroadcastChannel('answers')]
orders.addEventListener('message', ({ data }: MessageEvent<Order>) => {
  // Only the tabs take part without locks. On a slow machine, all iframes would exceed the server's grace period.
  if (!data.hasLocks && window.name === 'tab') return
  order = data
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is heard by its own origin alone
  void auth.token().then((token) => answers.postMessage(token === null ? 'nobody' : auth.state().user?.email))
})
