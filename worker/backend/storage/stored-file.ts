import type { ArtOrigin } from './schema.ts'

export type PutOptions = {
  /** The type the client states. Used only if the first bytes do not determine the type. */
  type?: string
  upsert?: boolean
  /** Time in milliseconds since 1970 from which the file is no longer served. */
  expiresAt?: number | null
  /** The visitor the file was generated for. */
  madeFor?: string | null
  /** The origin of player art that may become a card. */
  art?: ArtOrigin | null
  /** The hash of the upload's idempotency key. An upload with the same key is already stored. */
  key?: string | null
}

export type StoredFile = {
  path: string
  type: string
  size: number
  /** The path of the replaced file, if it differs. */
  replaced?: string | null
}

/** The requested path. `given` is the original name if the client has already corrected the path. */
export type RequestedPath = { readonly path: string; readonly given?: string | null }

/** One page of files. The next page starts after the path `last`, which is null on the last page. */
export type FilesPage = { readonly files: readonly R2Object[]; readonly last: string | null }

export type PhotoOptions = { path: string | null; ttlMs: number; isNamed: boolean; upsert: boolean; key: string | null }

export type Content = { type: string; size: number; body: Uint8Array | ReadableStream }
