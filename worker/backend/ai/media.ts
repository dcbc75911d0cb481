import { AppError } from '#shared/client/errors.ts'
import { sniffFileType } from '#shared/client/file-type.ts'
import { newId } from '#worker/http/signature.ts'
import { hashMaker } from '../caller.ts'
import { ART_FOLDER } from './schema.ts'

/** The caller that may save a picture as a card, and its photo's fingerprint. A null fingerprint forbids saving. */
type Savable = { readonly maker: string; readonly photoHash: string | null }

/** The part of file storage that AI calls use. */
export type Files = {
  getPathFromUrl(url: string, origin: string): string | null
  getUrl(path: string, origin: string): string
  isPhoto(path: string): boolean
  read(path: string, maxBytes: number): Promise<{ bytes: Uint8Array } | null>
  put(
    path: string,
    bytes: Uint8Array,
    options: { type: string; madeFor?: string | null; art?: Savable | null; upsert?: boolean },
  ): Promise<unknown>
  /** Returns the visitor that a file was generated for, or null if unknown or without a file. */
  getMadeFor(path: string): Promise<string | null>
}

/** Returns a file's visibility to a visitor: visible, withheld for now, or removed with its card. */
export type GetFileVisibility = (path: string, visitor: string) => Promise<'shown' | 'own' | 'withheld' | 'removed'>

type StoreOptions = {
  readonly origin: string
  readonly madeFor?: string | null
  readonly savable?: Savable | null
}

/** The reader of a file. A null visitor is the service's owner, who sees everything. */
export type Reader = { readonly origin: string; readonly visitor: string | null }

export type GeneratedFile = { readonly bytes: Uint8Array; readonly type: string }

/** Stores files that models generate and reads files that callers send to models. */
export class Media {
  private readonly storage: Files
  private readonly getFileVisibility: GetFileVisibility

  constructor(storage: Files, getFileVisibility: GetFileVisibility) {
    this.storage = storage
    this.getFileVisibility = getFileVisibility
  }

  /**
   * Stores generated files, each at its own URL.
   * @param kind the expected kind; a file whose first bytes show another kind is a failure
   * @throws AppError `AI_FAILED`
   */
  async store(
    generated: readonly GeneratedFile[],
    kind: 'image' | 'audio',
    { origin, madeFor = null, savable = null }: StoreOptions,
  ): Promise<{ url: string; type: string }[]> {
    const files = generated.map(({ bytes, type }) => ({ bytes, ...detectKind(bytes, type, kind) }))
    const stored: { url: string; type: string }[] = []
    for (const { bytes, type, extension } of files) {
      const path = `${ART_FOLDER}${newId()}.${extension}`
      // The random name is unique. If the path is taken, R2 has retried this same upload, so overwriting is safe.
      const art = savable && { maker: await hashMaker(path, savable.maker), photoHash: savable.photoHash }
      await this.storage.put(path, bytes, { type, madeFor, art, upsert: true })
      stored.push({ url: this.storage.getUrl(path, origin), type })
    }
    return stored
  }

  /** Returns the storage path of one of our own URLs, or null for any other URL. */
  getPath(url: string, origin: string): string | null {
    return this.storage.getPathFromUrl(url, origin)
  }

  /**
   * Reads a file for a model, if the reader may fetch it.
   * @throws AppError `FILE_NOT_FOUND`, also when the file is withheld from the reader; `GONE`; `FILE_TOO_LARGE`
   */
  async read(path: string, { visitor }: Reader, maxBytes: number): Promise<Uint8Array> {
    const visibility = visitor === null ? 'shown' : await this.getFileVisibility(path, visitor)
    if (visibility === 'removed') throw new AppError('GONE')
    if (visibility === 'withheld') throw new AppError('FILE_NOT_FOUND')
    const file = await this.storage.read(path, maxBytes)
    if (file === null) throw new AppError('FILE_NOT_FOUND')
    return file.bytes
  }
}

/** Audio types without a file header. The provider's content type is trusted for these. */
const BARE_SOUND: Readonly<Record<string, string>> = { 'audio/aac': 'aac', 'audio/pcm': 'pcm', 'audio/L16': 'pcm' }

function detectKind(bytes: Uint8Array, stated: string, kind: 'image' | 'audio'): { type: string; extension: string } {
  const found = sniffFileType(bytes)
  if (found?.type.startsWith(`${kind}/`)) return found
  const bare = kind === 'audio' && found === null && bytes.length > 0 ? BARE_SOUND[stated] : undefined
  if (bare !== undefined) return { type: stated, extension: bare }
  throw new AppError('AI_FAILED', undefined, { cause: `no ${kind} in ${bytes.length} bytes` })
}
