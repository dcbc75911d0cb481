import { createAi } from './ai.ts'
import { createAnalytics } from './analytics.ts'
import type { AuthOptions } from './auth/auth.ts'
import { connectAuth } from './auth/connect.ts'
import { createData } from './data.ts'
import { createTable } from './db.ts'
import { createHost, type Host } from './host.ts'
import { createNotifications } from './notifications.ts'
import { createRealtime } from './realtime.ts'
import { createRestTable } from './rest.ts'
import type { Row } from './rows.ts'
import { createSql } from './sql.ts'
import { createStorage } from './storage.ts'
import type { TransportOptions } from './transport.ts'
import { trimTrailing } from './without-end.ts'

export type { MessagePart, ObjectAnswer, Source, TextAnswer, Usage } from './ai/types.ts'
export type { AuthOptions, AuthState, Tokens, User } from './auth/auth.ts'
export { AppError, type ErrorCode, type ErrorKind, isErrorCode } from './errors.ts'
export { type Cancel, createHost, type Host, type Socket, type SocketEvents } from './host.ts'
export type { Page, Peer, Popup, PopupOptions, TextStore } from './page.ts'
export type { ChannelState, Member, Presence, RealtimeChannel, RealtimeMessage } from './realtime.ts'
export type { Row } from './rows.ts'
export type { CallOptions, Fetch, Token, TransportOptions } from './transport.ts'
export type { Where } from './where.ts'

export type ClientOptions = TransportOptions & {
  readonly projectId: string
  /** The product's own URL. */
  readonly publicUrl?: string | undefined
  /** Clock, randomness, sockets and the page. Default: the runtime's own, without a page. */
  readonly host?: Host | undefined
  /** Sign-in settings. */
  readonly auth?: AuthOptions | undefined
}

export type Client = ReturnType<typeof createClient>

/**
 * Creates a client of the backend. `fetch` is injected: a browser passes its own, the Worker passes the embedded
 * backend's.
 *
 * @example
 * const backend = createClient({ projectId, key, coreUrl: 'https://core.example.com' })
 * const newest = await backend.rest('fantasy_football_cards').select({ limit: 8 })
 */
export function createClient({ projectId, publicUrl, host = createHost(), ...options }: ClientOptions) {
  const trimmed = {
    ...options,
    coreUrl: trimTrailing(options.coreUrl, '/'),
    authUrl: options.authUrl && trimTrailing(options.authUrl, '/'),
  }
  const { transport, auth } = connectAuth({ ...trimmed, projectId, host })
  return {
    /** A table under its own column names, with the public card data service's protocol. */
    rest: (table: string) => createRestTable(transport, options.key, table),
    db: {
      /** A table as records with camelCase names. */
      table: <T extends Row = Row>(name: string) => createTable<T>(transport, projectId, name),
      ...createSql(transport, projectId),
    },
    storage: createStorage(transport, projectId),
    ai: createAi(transport, projectId, publicUrl),
    data: createData(transport, projectId),
    auth,
    notifications: createNotifications(transport, projectId),
    analytics: createAnalytics(transport, { projectId, host, user: () => auth.state().user }),
    realtime: createRealtime(transport, {
      projectId,
      coreUrl: trimmed.coreUrl,
      // Only a page’s key is public. Any other key stays out of URLs.
      key: host.page === null ? undefined : options.key,
      host,
    }),
  }
}
