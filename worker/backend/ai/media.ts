import { AppError } from '#shared/client/errors.ts'
import { sniffFileType } from '#shared/client/file-type.ts'
import { newId } from '#worker/http/signature.ts'
import { hashMaker } from '../caller.ts'
import { ART_FOLDER } from './schema.ts'

/**
 * A caller that may save a picture as a card, and the fingerprint of the photo it shows; null: it cannot become one.
 */
type Savable = { readonly maker: string; readonly photoHash: string | null }

/** The part of the file storage that this needs. */
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
  /** The visitor that a file was made for; null when unknown, or without a file. */
  madeFor(path: string): Promise<string | null>
}

/** A file's visibility to this visitor: withheld for now, gone with its card, or visible. */
export type GetFileVisibility = (path: string, visitor: string) => Promise<'shown' | 'own' | 'withheld' | 'removed'>

type Keeping = {
  readonly origin: string
  readonly madeFor?: string | null
  readonly savable?: Savable | null
}

/** The reader, and its network; a null visitor is the owner of the service and sees everything. */
export type Reader = { readonly origin: string; readonly visitor: string | null }

export type Made = { readonly bytes: Uint8Array; readonly type: string }

/** Files that AIs are given and files that they make. */
export class Media {
  private readonly storage: Files
  private readonly getFileVisibility: GetFileVisibility

  constructor(storage: Files, getFileVisibility: GetFileVisibility) {
    this.storage = storage
    this.getFileVisibility = getFileVisibility
  }

  /**
   * Keeps what was made, each under an address of its own.
   * @param kind `image` or `audio`: whatever its first bytes say is something else was no answer
   * @throws AppError `AI_FAILED`
   */
  async keep(
    made: readonly Made[],
    kind: 'image' | 'audio',
    { origin, madeFor = null, savable = null }: Keeping,
  ): Promise<{ url: string; type: string }[]> {
    const files = made.map(({ bytes, type }) => ({ bytes, ...detectKind(bytes, type, kind) }))
    const stored: { url: string; type: string }[] = []
    for (const { bytes, type, extension } of files) {
      const path = `${ART_FOLDER}${newId()}.${extension}`
      // A name that nobody can guess holds nothing else: what stands there is this, stored by an attempt of R2
      // itself.
      const art = savable && { maker: await hashMaker(path, savable.maker), photoHash: savable.photoHash }
      await this.storage.put(path, bytes, { type, madeFor, art, upsert: true })
      stored.push({ url: this.storage.getUrl(path, origin), type })
    }
    return stored
  }

  /** The path of one of our own addresses; null for every other. */
  getPath(url: string, origin: string): string | null {
    return this.storage.getPathFromUrl(url, origin)
  }

  /**
   * A file is described to a model only for readers that may fetch it.
   * @throws AppError `FILE_NOT_FOUND`, also for what is withheld from the reader, `GONE`, `FILE_TOO_LARGE`
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

/** Sound without a head of its own is believed to be what it is called. */
const BARE_SOUND: Readonly<Record<string, string>> = { 'audio/aac': 'aac', 'audio/pcm': 'pcm', 'audio/L16': 'pcm' }

function detectKind(bytes: Uint8Array, stated: string, kind: 'image' | 'audio'): { type: string; extension: string } {
  const found = sniffFileType(bytes)
  if (found?.type.startsWith(`${kind}/`)) return found
  const bare = kind === 'audio' && found === null && bytes.length > 0 ? BARE_SOUND[stated] : undefined
  if (bare !== undefined) return { type: stated, extension: bare }
  throw new AppError('AI_FAILED', undefined, { cause: `no ${kind} in ${bytes.length} bytes` })
}
