import { createApi } from './api.ts'
import { createBrowserAccount } from './browser-account.ts'
import { copyPicture } from './copy-picture.ts'
import { loadPhotoTools } from './photo-tools.ts'
import type { Memory, Platform } from './platform.tsx'

/** The platform of a real browser. `arrived`: when its address is the page's own again, after a sign-in. */
export function createBrowserPlatform(): Platform & { arrived: Promise<void> } {
  const { account, send, arrive } = createBrowserAccount()
  const api = createApi(send)
  return {
    api,
    account,
    arrived: arrive(async () => (await api.config()).projectId),
    now: () => Date.now(),
    memory: browserMemory,
    origin: location.origin,
    copyText: (text) => navigator.clipboard.writeText(text),
    share: 'share' in navigator ? (data) => navigator.share(data) : null,
    canShare: (data) => 'canShare' in navigator && navigator.canShare(data),
    copyPicture: 'ClipboardItem' in globalThis ? copyPicture : null,
    userAgent: navigator.userAgent,
    openLive: (source) => import('./backend/live.ts').then(({ openLive }) => openLive(source)),
    preparePhoto: (file) => loadPhotoTools().then(({ preparePhoto }) => preparePhoto(file)),
  }
}

const browserMemory: Memory = {
  get(key) {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  },
  set(key, value) {
    try {
      if (value === null) localStorage.removeItem(key)
      else localStorage.setItem(key, value)
    } catch {
      // A full or forbidden storage costs comfort, never function.
    }
  },
}
