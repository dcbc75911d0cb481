import { createContext, type ReactNode, use } from 'react'
import type { Account } from './account.ts'
import type { Api } from './api.ts'
import type { FaceFinder } from '#web/photo/face-finder.ts'
import type { Live, LiveSource } from './live.ts'
import type { PreparedPhoto } from '#web/photo/photo.ts'

/** Storage that survives a reload. Reads and writes never throw, even where the browser blocks storage. */
export type Memory = {
  get: (key: string) => string | null
  set: (key: string, value: string | null) => void
}

/** Everything that the screens need from outside React. Tests inject their own. */
export type Platform = {
  api: Api
  account: Account
  /** Milliseconds since 1970. */
  now: () => number
  memory: Memory
  /** This tab's storage: it survives a reload, and other tabs do not see it. */
  tabMemory: Memory
  /** This site's origin, for shared links. */
  origin: string
  copyText: (text: string) => Promise<void>
  /** Downloads a file under its name. */
  saveFile: (file: File) => void
  /** The device's share sheet, or null without one. Rejects with `AbortError` when dismissed. */
  share: ((data: ShareData) => Promise<void>) | null
  /** True if the share sheet accepts this data. */
  canShare: (data: ShareData) => boolean
  /** Copies a picture to the clipboard, or null where unsupported. Call it in a click; the picture may arrive later. */
  copyPicture: ((picture: Promise<Blob>) => Promise<void>) | null
  userAgent: string
  /** Opens the page's live connection. The first call loads its code. */
  openLive: (source: LiveSource) => Promise<Live>
  /** @throws AppError with one of the `IMAGE_…` codes */
  preparePhoto: (file: File) => Promise<PreparedPhoto>
  faces: FaceFinder
  /** The device's cameras, or null in insecure contexts. */
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
