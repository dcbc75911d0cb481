import { createApi } from './api.ts'
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
    openTab,
    saveFile,
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

/** The tab opens inside the click, because a pop-up opened after an answer from the network would be blocked. */
function openTab() {
  const tab = window.open('about:blank', '_blank')
  if (tab) tab.opener = null
  return {
    go: (url: string) => {
      if (tab) tab.location.href = url
      else location.assign(url)
    },
    cancel: () => tab?.close(),
  }
}

function saveFile(file: Blob, name: string) {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  // Some browsers read the blob only after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
