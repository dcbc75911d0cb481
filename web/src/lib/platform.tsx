import { createContext, type ReactNode, use } from 'react'
import type { Account } from './account.ts'
import type { Api } from './api.ts'
import type { FaceFinder } from '#web/photo/face-finder.ts'
import type { Live, LiveSource } from './live.ts'
import type { PreparedPhoto } from '#web/photo/photo.ts'

/** Storage that survives a reload. Reading and writing never throw, even where the browser forbids storage. */
export type Memory = {
  get: (key: string) => string | null
  set: (key: string, value: string | null) => void
}

/** Everything the screens need of the world outside React; tests hand in their own. */
export type Platform = {
  api: Api
  account: Account
  /** Milliseconds since 1970. */
  now: () => number
  memory: Memory
  /** Storage of this tab: it survives a reload, and no other tab sees it. */
  tabMemory: Memory
  /** Scheme and host of this site, for links that are handed on. */
  origin: string
  copyText: (text: string) => Promise<void>
  /** Lets the browser save a file by its name. */
  saveFile: (file: File) => void
  /** The device's own share sheet, or null where there is none. Rejects with `AbortError` when it is dismissed. */
  share: ((data: ShareData) => Promise<void>) | null
  /** True if that sheet takes such things. */
  canShare: (data: ShareData) => boolean
  /** Puts a picture itself on the clipboard, or null where no page may. It is called in a click and may wait inside. */
  copyPicture: ((picture: Promise<Blob>) => Promise<void>) | null
  /** How this browser names itself. */
  userAgent: string
  /** The page's one connection to what happens elsewhere; loaded with the first call. */
  openLive: (source: LiveSource) => Promise<Live>
  /** @throws AppError with one of the `IMAGE_…` codes */
  preparePhoto: (file: File) => Promise<PreparedPhoto>
  faces: FaceFinder
  /** The cameras of this device, or null where a page may not ask for them. */
  camera: Pick<MediaDevices, 'getUserMedia' | 'enumerateDevices'> | null
}

const PlatformContext = createContext<Platform | null>(null)

export function PlatformProvider({ platform, children }: { platform: Platform; children: ReactNode }) {
  return <PlatformContext value={platform}>{children}</PlatformContext>
}

export function usePlatform(): Platform {
  const platform = use(PlatformContext)
  if (!platform) throw new Error('usePlatform needs a PlatformProvider')
  return platform
}
