import type { Page, Peer, TextStore } from '#shared/client/page.ts'

/** A window of another page, controlled by the test. */
export type ScriptedPeer = Peer & {
  /** Messages posted to it, with the target origin. */
  heard: { message: unknown; origin: string }[]
  /** Posts a message to the page from the given origin. */
  tell: (message: unknown, origin: string) => void
}

export type ScriptedPopup = ScriptedPeer & { address: URL; name: string; sizePx: number[]; isClosed: boolean }

export function createScriptedPeer(): ScriptedPeer {
  const listeners = new Set<(message: unknown, origin: string) => void>()
  const heard: ScriptedPeer['heard'] = []
  return {
    heard,
    post: (message, origin) => void heard.push({ message, origin }),
    onMessage(run) {
      listeners.add(run)
      return () => listeners.delete(run)
    },
    tell: (message, origin) => listeners.forEach((run) => run(message, origin)),
  }
}

/** Creates a browser with any number of tabs that share one storage. */
export function createScriptedBrowser() {
  const stored = new Map<string, string>()
  const tabs = new Set<{ listeners: Set<(key: string | null) => void> }>()
  const locks = new Map<string, Promise<unknown>>()
  const world = { storesNothing: false, hasLocks: true, blocksPopups: false }

  function createStore(texts: Map<string, string>, onChange: (key: string) => void): TextStore {
    return {
      get: (key) => texts.get(key) ?? null,
      set(key, text) {
        if (world.storesNothing) return false
        if (text === null) texts.delete(key)
        else texts.set(key, text)
        onChange(key)
        return true
      },
    }
  }

  function alone<T>(name: string, work: () => Promise<T>): Promise<T> {
    if (!world.hasLocks) return work()
    const turn = (locks.get(name) ?? Promise.resolve()).then(work)
    locks.set(
      name,
      turn.catch(() => {}),
    )
    return turn
  }

  function openTab(address = 'https://app.example/play?team=1#top', parent: ScriptedPeer | null = null) {
    const tab = { listeners: new Set<(key: string | null) => void>() }
    const seen = {
      address,
      wentTo: [] as string[],
      popups: [] as ScriptedPopup[],
      referrer: '',
      widthPx: 1280,
      declinesTracking: false,
      isOnline: true,
    }
    const listeners = { navigated: new Set<() => void>(), hidden: new Set<() => void>() }
    const tell = (whom: Set<() => void>) => whom.forEach((run) => run())
    const hear = (whom: Set<() => void>) => (run: () => void) => {
      whom.add(run)
      return () => whom.delete(run)
    }
    tabs.add(tab)
    const page: Page = {
      address: () => seen.address,
      landing: () => address,
      replaceAddress: (next) => void (seen.address = next),
      onNavigated: hear(listeners.navigated),
      onHidden: hear(listeners.hidden),
      referrer: () => seen.referrer,
      screenWidthPx: () => seen.widthPx,
      declinesTracking: () => seen.declinesTracking,
      isOnline: () => seen.isOnline,
      goTo: (next) => void seen.wentTo.push(next),
      local: createStore(stored, (key) => {
        for (const other of tabs) if (other !== tab) queueMicrotask(() => other.listeners.forEach((run) => run(key)))
      }),
      session: createStore(new Map(), () => {}),
      onStored(run) {
        tab.listeners.add(run)
        return () => tab.listeners.delete(run)
      },
      openPopup(url, { name, widthPx, heightPx }) {
        if (world.blocksPopups) return null
        const peer = createScriptedPeer()
        const popup: ScriptedPopup = Object.assign(peer, {
          address: new URL(url),
          name,
          sizePx: [widthPx, heightPx],
          isClosed: false,
        })
        seen.popups.push(popup)
        return { ...peer, isClosed: () => popup.isClosed, close: () => void (popup.isClosed = true) }
      },
      parent,
      alone,
    }
    return {
      page,
      seen,
      /** The app navigates to another URL, like a router. */
      show(next: string) {
        seen.address = new URL(next, seen.address).href
        tell(listeners.navigated)
      },
      hide: () => tell(listeners.hidden),
    }
  }

  return { world, stored, openTab }
}

export type ScriptedTab = ReturnType<ReturnType<typeof createScriptedBrowser>['openTab']>
