import { inject } from 'vitest'

/** Returns the test portrait's bytes in runtimes without a file system. */
export const portraitBytes = (): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(inject('portrait')), (c) => c.charCodeAt(0))
