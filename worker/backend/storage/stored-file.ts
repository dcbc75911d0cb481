import type { ArtOrigin } from './schema.ts'

export type PutOptions = {
  /** Stated by the client; believed only when the first bytes say nothing. */
  type?: string
  upsert?: boolean
  /** Milliseconds since 1970; the file is not served from then on. */
  expiresAt?: number | null
  /** The visitor it was made for. */
  madeFor?: string | null
  /** The origin of player art that may become a card. */
  art?: ArtOrigin | null
  /** Names the upload, without saying more: one that is sent again under the same name is done already. */
  key?: string | null
}

export type StoredFile = {
  path: string
  type: string
  size: number
  /** The path of the file that it replaces, if that is another one. */
  replaced?: string | null
}

/** A wanted path, and the name the sender gave, where the sender has corrected it already. */
export type Wanted = { readonly path: string; readonly given?: string | null }

/** Some files. `last`: after which path the next page begins; null: there is none. */
export type FilesPage = { readonly files: readonly R2Object[]; readonly last: string | null }

export type PhotoOptions = { path: string | null; ttlMs: number; isNamed: boolean; upsert: boolean; key: string | null }

export type Content = { type: string; size: number; body: Uint8Array | ReadableStream }
