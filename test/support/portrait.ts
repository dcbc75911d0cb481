import { inject } from 'vitest'

/** The test portrait's bytes, for runtimes without a file system. */
export const portraitBytes = (): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(inject('portrait')), (c) => c.charCodeAt(0))
