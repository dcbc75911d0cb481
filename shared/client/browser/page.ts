import type { Page, Peer, PopupOptions, TextStore } from '../page.ts'

/** Maximum wait for another tab's lock. Longer than a token refresh may take. */
const LOCK_WAIT_MS = 12_000

/** Implements {@link Page} in a browser. */
export function createBrowserPage(): Page {
  return {
    address: () => location.href,
    landing: () => performance.getEntriesByType('navigation')[0]?.name ?? location.href,
    replaceAddress: (address) => history.replaceState(history.state, '', address),
    onNavigated,
    onHidden(run) {
      const listener = () => {
        if (document.hidden) run()
      }
      document.addEventListener('visibilitychange', listener)
      return () => document.removeEventListener('visibilitychange', listener)
    },
    referrer: () => document.referrer,
    screenWidthPx: () => screen.width,
    isOnline: () => navigator.onLine,
    declinesTracking: () =>
      navigator.doNotTrack === '1' || (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true,
    goTo: (address) => location.assign(address),
    local: createTextStore(() => localStorage),
    session: createTextStore(() => sessionStorage),
    onStored(run) {
      const listener = ({ key, storageArea }: StorageEvent) => {
        if (storageArea === null || storageArea === localStorage) run(key)
      }
      addEventListener('storage', listener)
      return () => removeEventListener('storage', listener)
    },
    openPopup,
    parent: parent === window ? null : createPeer(parent),
    alone,
  }
}

/** Takes a function because merely reading `localStorage` throws where storage is blocked. */
function createTextStore(storage: () => Storage): TextStore {
  return {
    get(key) {
      try {
        return storage().getItem(key)
      } catch {
        return null
      }
    },
    set(key, text) {
      try {
        if (text === null) storage().removeItem(key)
        else storage().setItem(key, text)
        return true
      } catch {
        return false
      }
    },
  }
}

/** Patches `pushState` and `replaceState`, because not every browser has the Navigation API. */
function onNavigated(run: () => void) {
  const undo = (['pushState', 'replaceState'] as const).map((name) => {
    const original = history[name]
    const patched: typeof original = function (this: History, ...args) {
      original.apply(this, args)
      run()
    }
    history[name] = patched
    return () => {
      if (history[name] === patched) history[name] = original
    }
  })
  addEventListener('popstate', run)
  return () => {
    for (const restore of undo) restore()
    removeEventListener('popstate', run)
  }
}

function openPopup(address: string, { name, widthPx, heightPx }: PopupOptions) {
  const left = Math.round(screenX + (outerWidth - widthPx) / 2)
  const top = Math.round(screenY + (outerHeight - heightPx) / 2)
  const popup = open(address, name, `popup,width=${widthPx},height=${heightPx},left=${left},top=${top}`)
  if (popup === null) return null
  return { ...createPeer(popup), isClosed: () => popup.closed, close: () => popup.close() }
}

function createPeer(peer: Window): Peer {
  return {
    post: (message, origin) => peer.postMessage(message, origin),
    onMessage(run) {
      const listener = ({ source, data, origin }: MessageEvent) => {
        if (source === peer) run(data, origin)
      }
      addEventListener('message', listener)
      return () => removeEventListener('message', listener)
    },
  }
}

/** Insecure contexts have no Web Locks, and a tab that holds one for too long is ignored. Both run `work` unlocked. */
async function alone<T>(name: string, work: () => Promise<T>): Promise<T> {
  if (navigator.locks === undefined) return work()
  let hasStarted = false
  try {
    return await navigator.locks.request(name, { signal: AbortSignal.timeout(LOCK_WAIT_MS) }, () => {
      hasStarted = true
      return work()
    })
  } catch (thrown) {
    if (hasStarted) throw thrown
    return work()
  }
}
