import { createApi, type Fetch } from './api.ts'
import type { Platform } from './platform.tsx'

const never = () => new Promise<never>(() => {})

/** The platform of the Worker: a first visit, in a browser whose capabilities are not known yet. */
export const createServerPlatform = (origin: string, send: Fetch, now: number): Platform => ({
  api: createApi(send),
  account: {
    email: () => null,
    subscribe: () => () => {},
    isExpected: () => false,
    signIn: never,
    signOut: () => {},
    failure: () => null,
    isAdmin: () => false,
    token: never,
    question: () => null,
  },
  now: () => now,
  memory: { get: () => null, set: () => {} },
  tabMemory: { get: () => null, set: () => {} },
  origin,
  copyText: never,
  saveFile: () => {},
  share: null,
  canShare: () => false,
  copyPicture: null,
  userAgent: '',
  openLive: never,
  preparePhoto: never,
  faces: { wake: () => {}, inPhoto: never, inPart: never },
  // The server assumes a camera. Without one, the button opens the system's own after hydration.
  camera: { getUserMedia: never, enumerateDevices: never },
})
