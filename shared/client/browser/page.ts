import type { Page, Peer, PopupOptions, TextStore } from '../page.ts'

/** How long one tab waits for another to renew what both need: longer than a renewal may take. */
const LOCK_WAIT_MS = 12_000

/** The page that a browser shows. */
export function createBrowserPage(): Page {
  return {
    address: () => location.href,
    landing: () => performance.getEntriesByType('navigation')[0]?.name ?? location.href,
    replaceAddress: (address) => history.replaceState(history.state, '', address),
    onNavigated,
    onHidden(run) {
      const hear = () => {
        if (document.hidden) run()
      }
      document.addEventListener('visibilitychange', hear)
      return () => document.removeEventListener('visibilitychange', hear)
    },
    referrer: () => document.referrer,
    screenWidthPx: () => screen.width,
    isOnline: () => navigator.onLine,
    declinesTracking: () =>
      navigator.doNotTrack === '1' || (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true,
    goTo: (address) => location.assign(address),
    local: textStoreOf(() => localStorage),
    session: textStoreOf(() => sessionStorage),
    onStored(run) {
      const hear = ({ key, storageArea }: StorageEvent) => {
        if (storageArea === null || storageArea === localStorage) run(key)
      }
      addEventListener('storage', hear)
      return () => removeEventListener('storage', hear)
    },
    openPopup,
    parent: parent === window ? null : peerOf(parent),
    alone,
  }
}

/** Reading the property alone throws where the browser allows no storage. */
function textStoreOf(storage: () => Storage): TextStore {
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

/** No browser of today tells of it everywhere, so the two calls that do it are listened in on. */
function onNavigated(run: () => void) {
  const undo = (['pushState', 'replaceState'] as const).map((name) => {
    const given = history[name]
    const heard: typeof given = function (this: History, ...parts) {
      given.apply(this, parts)
      run()
    }
    history[name] = heard
    return () => {
      if (history[name] === heard) history[name] = given
    }
  })
  addEventListener('popstate', run)
  return () => {
    for (const one of undo) one()
    removeEventListener('popstate', run)
  }
}

function openPopup(address: string, { name, widthPx, heightPx }: PopupOptions) {
  const left = Math.round(screenX + (outerWidth - widthPx) / 2)
  const top = Math.round(screenY + (outerHeight - heightPx) / 2)
  const popup = open(address, name, `popup,width=${widthPx},height=${heightPx},left=${left},top=${top}`)
  if (popup === null) return null
  return { ...peerOf(popup), isClosed: () => popup.closed, close: () => popup.close() }
}

function peerOf(peer: Window): Peer {
  return {
    say: (message, origin) => peer.postMessage(message, origin),
    onSaid(run) {
      const hear = ({ source, data, origin }: MessageEvent) => {
        if (source === peer) run(data, origin)
      }
      addEventListener('message', hear)
      return () => removeEventListener('message', hear)
    },
  }
}

/** Pages that are not served securely have no locks; a tab that holds one for too long is not waited for. */
async function alone<T>(name: string, work: () => Promise<T>): Promise<T> {
  if (navigator.locks === undefined) return work()
  let isBegun = false
  try {
    return await navigator.locks.request(name, { signal: AbortSignal.timeout(LOCK_WAIT_MS) }, () => {
      isBegun = true
      return work()
    })
  } catch (thrown) {
    if (isBegun) throw thrown
    return work()
  }
}
