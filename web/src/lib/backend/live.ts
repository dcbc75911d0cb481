import { createRealtime } from '#shared/client/realtime.ts'
import { createTransport } from '#shared/client/transport.ts'
import type { Live, LiveSource } from '#web/lib/live.ts'
import { createBrowserHost } from '#shared/client/browser/host.ts'
import { createLive } from './listen.ts'

let live: Live | null = null

/** Opens the page's single connection. */
export function openLive({ projectId, publicKey }: LiveSource): Live {
  const host = createBrowserHost()
  const coreUrl = location.origin
  live ??= createLive(createRealtime(createTransport({ coreUrl, key: publicKey }), { projectId, coreUrl, host }), host)
  return live
}
