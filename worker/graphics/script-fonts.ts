import { type Font, toFontPath } from '#shared/design/script-fonts.ts'
import { describeError, log } from '#worker/http/log.ts'

/** Loads a font as WOFF2. Null if it is not available; the card is then drawn without it. */
export type LoadFont = (font: Font) => Promise<Uint8Array | null>

export const noFonts: LoadFont = async () => null

/** A placeholder, because only the path matters. */
const ORIGIN = 'https://assets.invalid'

/** Loads fonts from the web build. Errors are logged, never thrown. */
export function createFontLoader(assets: { fetch(url: string): Promise<Response> }): LoadFont {
  return async (font) => {
    const path = toFontPath(font)
    try {
      const response = await assets.fetch(ORIGIN + path)
      if (response.ok) return new Uint8Array(await response.arrayBuffer())
      await response.body?.cancel()
      log.error('a font is missing', { path, status: response.status })
    } catch (thrown) {
      log.error('a font could not be read', { path, cause: describeError(thrown) })
    }
    return null
  }
}
