import { createApi } from './api.ts'
import { copyPicture } from './copy-picture.ts'
import { preparePhoto } from './photo.ts'
import type { Memory, Platform } from './platform.tsx'

/** The platform of a real browser. */
export function createBrowserPlatform(): Platform {
  return {
    api: createApi((url, init) => fetch(url, init)),
    now: () => Date.now(),
    memory: browserMemory,
    origin: location.origin,
    copyText: (text) => navigator.clipboard.writeText(text),
    share: 'share' in navigator ? (data) => navigator.share(data) : null,
    canShare: (data) => 'canShare' in navigator && navigator.canShare(data),
    copyPicture: 'ClipboardItem' in globalThis ? copyPicture : null,
    userAgent: navigator.userAgent,
    openLive: (source) => import('./backend/live.ts').then(({ openLive }) => openLive(source)),
    preparePhoto,
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
