import { createApi } from './api.ts'
import { createBrowserAccount } from './browser-account.ts'
import { copyPicture } from '#web/photo/copy-picture.ts'
import type { FaceFinder } from '#web/photo/face-finder.ts'
import { loadPhotoTools } from '#web/photo/photo-tools.ts'
import type { Memory, Platform } from './platform.tsx'

/** The platform of a browser. `arrived` resolves once the URL has no sign-in parameters left. */
export function createBrowserPlatform(): Platform & { arrived: Promise<void> } {
  const { account, send, arrive } = createBrowserAccount()
  const api = createApi(send)
  return {
    api,
    account,
    arrived: arrive(async () => (await api.config()).projectId),
    now: () => Date.now(),
    memory: createMemory(() => localStorage),
    tabMemory: createMemory(() => sessionStorage),
    origin: location.origin,
    copyText: (text) => navigator.clipboard.writeText(text),
    saveFile,
    share: 'share' in navigator ? (data) => navigator.share(data) : null,
    canShare: (data) => 'canShare' in navigator && navigator.canShare(data),
    copyPicture: 'ClipboardItem' in globalThis ? copyPicture : null,
    userAgent: navigator.userAgent,
    openLive: (source) => import('./backend/live.ts').then(({ openLive }) => openLive(source)),
    faces: lateFaces,
    // Undefined in insecure contexts, despite its type.
    camera: (navigator.mediaDevices as MediaDevices | undefined) ?? null,
    preparePhoto: (file) => loadPhotoTools().then(({ preparePhoto }) => preparePhoto(file)),
  }
}

/** Time for the browser to start saving a file before its URL is revoked. */
const SAVING_MS = 60_000

function saveFile(file: File): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = file.name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), SAVING_MS)
}

const loadFaces = () => import('#web/photo/browser-faces.ts').then(({ browserFaces }) => browserFaces)

/** Loads the face finder with the first photo. */
const lateFaces: FaceFinder = {
  wake: () =>
    void loadFaces().then(
      (faces) => faces.wake(),
      () => {},
    ),
  inPhoto: (photo) =>
    loadFaces().then(
      (faces) => faces.inPhoto(photo),
      () => null,
    ),
  inPart: (part) =>
    loadFaces().then(
      (faces) => faces.inPart(part),
      () => null,
    ),
}

/** @param getStorage may throw where the browser blocks storage */
const createMemory = (getStorage: () => Storage): Memory => ({
  get(key) {
    try {
      return getStorage().getItem(key)
    } catch {
      return null
    }
  },
  set(key, value) {
    try {
      if (value === null) getStorage().removeItem(key)
      else getStorage().setItem(key, value)
    } catch {
      // Full or blocked storage costs only convenience.
    }
  },
})
