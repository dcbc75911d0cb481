import { createApi, type Fetch } from './api.ts'
import type { Platform } from './platform.tsx'

const never = () => new Promise<never>(() => {})

/** The platform for server-side rendering: a first visit, with unknown browser capabilities. */
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
  // The server assumes camera access. Without it, after hydration the button opens the system camera.
  camera: { getUserMedia: never, enumerateDevices: never },
})
