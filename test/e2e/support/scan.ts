import { expect } from '@playwright/test'
import jsQR from 'jsqr'
import sharp from 'sharp'

/** Modules, as in the standard (ISO/IEC 18004). */
const QUIET_ZONE = 4
const LIGHT = 200

/**
 * Reads the QR code in an image like a scanner, and expects nothing dark in its quiet zone.
 *
 * @param picture an image file
 * @returns the text of the code
 */
export async function scan(picture: Uint8Array): Promise<string> {
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const code = jsQR(new Uint8ClampedArray(data), info.width, info.height)
  expect(code, 'the picture holds a code').not.toBeNull()
  const { topLeftCorner: from, topRightCorner: right, bottomLeftCorner: foot } = code!.location
  const modules = 17 + 4 * code!.version
  const across = { x: (right.x - from.x) / modules, y: (right.y - from.y) / modules }
  const down = { x: (foot.x - from.x) / modules, y: (foot.y - from.y) / modules }
  /** The darkest of the three channels in the center of a module, counted from the top left corner. */
  const lightness = (column: number, row: number) => {
    const x = Math.round(from.x + across.x * (column + 0.5) + down.x * (row + 0.5) - 0.5)
    const y = Math.round(from.y + across.y * (column + 0.5) + down.y * (row + 0.5) - 0.5)
    return Math.min(...data.subarray(4 * (y * info.width + x)).subarray(0, 3))
  }
  const places = Array.from({ length: modules + 2 * QUIET_ZONE }, (_, i) => i - QUIET_ZONE)
  const isOutside = (place: number) => place < 0 || place >= modules
  const dark = places.flatMap((row) =>
    places
      .filter((column) => (isOutside(row) || isOutside(column)) && lightness(column, row) < LIGHT)
      .map((column) => `${column},${row}`),
  )
  expect(dark, 'the quiet zone is light').toEqual([])
  return code!.data
}
