import { AppError } from '#shared/client/errors.ts'
import { PHOTO_MAX_BYTES } from '#shared/domain/limits.ts'
import { newId } from '#worker/http/signature.ts'
import { ART_FOLDER } from './schema.ts'

/** An image engine: a prompt and photos in, player art out. */
export type Artist = {
  draw(input: { prompt: string; photos: Uint8Array[] }): Promise<{ bytes: Uint8Array; type: string }>
}

/** What of the file storage this needs. */
export type Files = {
  pathOfUrl(url: string, origin: string): string | null
  isPhoto(path: string): boolean
  read(path: string, maxBytes: number): Promise<{ bytes: Uint8Array } | null>
  put(path: string, bytes: Uint8Array, options: { type: string }): Promise<unknown>
}

export type AiDeps = { storage: Files; artist: Artist }

export type AiService = ReturnType<typeof createAiService>

export function createAiService({ storage, artist }: AiDeps) {
  return {
    /**
     * Where the pictures of a request are kept. Nothing is fetched from the network.
     *
     * @throws AppError `VALIDATION_ERROR` naming every address that is not ours, or, with `photosOnly`, not a photo's.
     */
    pathsOf(images: readonly string[], { origin, photosOnly }: { origin: string; photosOnly: boolean }): string[] {
      const paths = images.map((url) => storage.pathOfUrl(url, origin))
      const details = paths.flatMap((path, i) =>
        path !== null && (!photosOnly || storage.isPhoto(path))
          ? []
          : [{ path: `images.${i}`, message: 'must be the address of a photo uploaded here' }],
      )
      if (details.length > 0) throw new AppError('VALIDATION_ERROR', undefined, { details })
      return paths.filter((path) => path !== null)
    },

    /** @throws AppError `FILE_NOT_FOUND` when a photo is not there any more. */
    async photosAt(paths: readonly string[]): Promise<Uint8Array[]> {
      const photos: Uint8Array[] = []
      for (const path of paths) {
        const file = await storage.read(path, PHOTO_MAX_BYTES)
        if (file === null) throw new AppError('FILE_NOT_FOUND')
        photos.push(file.bytes)
      }
      return photos
    },

    /**
     * Draws once and keeps the picture `n` times, each under an address of its own.
     * @returns the paths; none when the artist made no picture
     */
    async draw({ prompt, photos, n }: { prompt: string; photos: Uint8Array[]; n: number }): Promise<string[]> {
      const art = await artist.draw({ prompt, photos })
      if (art.bytes.byteLength === 0) return []
      const paths = Array.from({ length: n }, () => `${ART_FOLDER}${newId()}.${extensionOf(art.type)}`)
      for (const path of paths) await storage.put(path, art.bytes, { type: art.type })
      return paths
    },
  }
}

const extensionOf = (type: string) => (type === 'image/jpeg' ? 'jpg' : type.slice('image/'.length))
