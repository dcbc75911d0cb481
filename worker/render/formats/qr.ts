import { encode } from 'uqr'
import type { Raster } from '#worker/graphics/raster.ts'
import { createRaster } from '#worker/graphics/raster.ts'

/** Light modules around the code, without which scanners do not find it. */
const QUIET_ZONE = 3

/** An address as a code to be scanned, dark on white, one pixel a module. Scale it by whole numbers. */
export function qrRaster(text: string): Raster {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE })
  const raster = createRaster(size, size)
  data.forEach((row, y) =>
    row.forEach((isDark, x) => {
      const at = (y * size + x) * 4
      raster.data.fill(isDark ? 11 : 255, at, at + 3)
      raster.data[at + 3] = 255
    }),
  )
  return raster
}

/** The same with each module `px` pixels wide and high. */
export function enlarged({ width, height, data }: Raster, px: number): Raster {
  const large = createRaster(width * px, height * px)
  const from = new Uint32Array(data.buffer)
  const to = new Uint32Array(large.data.buffer)
  for (let y = 0; y < large.height; y++)
    for (let x = 0; x < large.width; x++)
      to[y * large.width + x] = from[Math.floor(y / px) * width + Math.floor(x / px)]!
  return large
}
