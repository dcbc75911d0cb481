type Size = { readonly widthPx: number; readonly heightPx: number }

/**
 * Makes a smaller picture of rows as they come, each pixel the mean of the area it covers. The rows are never together
 * in memory. A picture that is to stay as large as it is stays as it is.
 *
 * Every one of `from` parts of a side is worth `to`, every one of the `to` cells they are laid over is worth `from`:
 * whole numbers, so nothing is lost or rounded on the way.
 *
 * @param to at most as wide and as high as `from`
 */
export function createRowShrinker(from: Size, to: Size) {
  const data = new Uint8ClampedArray(to.widthPx * to.heightPx * 4)
  /** A row made narrow. Behind its end there is room for the share of the next cell, which the last one has not. */
  const line = new Float64Array((to.widthPx + 1) * 3)
  const sums = new Float64Array(to.widthPx * 3)
  const area = from.widthPx * from.heightPx
  let done = 0
  let room = from.heightPx

  function narrow(rgb: Uint8Array): void {
    line.fill(0)
    for (let at = 0, cell = 0, room = from.widthPx; at < rgb.length; room -= to.widthPx) {
      if (room <= 0) {
        room += from.widthPx
        cell += 3
      }
      const here = Math.min(room, to.widthPx)
      const next = to.widthPx - here
      for (let i = cell; i < cell + 3; i++, at++) {
        line[i]! += rgb[at]! * here
        line[i + 3]! += rgb[at]! * next
      }
    }
  }

  function emit(): void {
    for (let i = 0; i < sums.length; done += 4) {
      for (let c = 0; c < 3; c++, i++) data[done + c] = sums[i]! / area
      data[done + 3] = 255
    }
  }

  return {
    /** The smaller picture, whole when all rows have come: RGBA, opaque. */
    data,
    write(rgb: Uint8Array): void {
      narrow(rgb)
      const here = Math.min(room, to.heightPx)
      room -= to.heightPx
      for (let i = 0; i < sums.length; i++) sums[i]! += line[i]! * here
      if (room > 0) return
      emit()
      room += from.heightPx
      for (let i = 0; i < sums.length; i++) sums[i] = line[i]! * (to.heightPx - here)
    },
    /** Whether all rows have come. */
    isWhole: () => done === data.length,
  }
}
