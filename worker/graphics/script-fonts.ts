import { type Face, facePath } from '#shared/design/script-fonts.ts'
import { describeError, log } from '#worker/http/log.ts'

/** Gives a face as WOFF2, or null where it cannot be had: the card is drawn without it. */
export type LoadFont = (face: Face) => Promise<Uint8Array | null>

export const noFonts: LoadFont = async () => null

/** Any origin will do: only the path says which file is meant. */
const ORIGIN = 'https://assets.invalid'

/** Reads faces from the files of the web build. What cannot be read is logged and never thrown. */
export function createFontLoader(assets: { fetch(url: string): Promise<Response> }): LoadFont {
  return async (face) => {
    const path = facePath(face)
    try {
      const answer = await assets.fetch(ORIGIN + path)
      if (answer.ok) return new Uint8Array(await answer.arrayBuffer())
      await answer.body?.cancel()
      log.error('a face is missing', { path, status: answer.status })
    } catch (thrown) {
      log.error('a face could not be read', { path, cause: describeError(thrown) })
    }
    return null
  }
}
