import { createField, type Field, type Grid } from './grid.ts'
import { clamp } from '#worker/graphics/numbers.ts'

/** Bilinear sampler: reads fields of a small grid at pixels of a larger one. */
export class Sampler {
  /** Index of the small grid's pixel above and left of the current point. */
  index = 0
  readonly #small: Grid
  readonly #ratio: number
  /** Origin of the large grid, in pixels of the small grid. */
  readonly #left: number
  readonly #top: number
  #row = 0
  #v = 0
  #u = 0
  // Bilinear weights of the four surrounding pixels, shared by all fields.
  #topLeft = 0
  #topRight = 0
  #bottomLeft = 0
  #bottomRight = 0

  constructor(small: Grid, large: Grid) {
    this.#small = small
    this.#ratio = small.perUnit / large.perUnit
    this.#left = (large.x0 - small.x0) * small.perUnit
    this.#top = (large.y0 - small.y0) * small.perUnit
  }

  toRow(y: number): void {
    const at = clamp((y + 0.5) * this.#ratio + this.#top - 0.5, 0, this.#small.h - 1.001)
    this.#row = Math.floor(at) * this.#small.w
    this.#v = at - Math.floor(at)
  }

  toColumn(x: number): void {
    const at = clamp((x + 0.5) * this.#ratio + this.#left - 0.5, 0, this.#small.w - 1.001)
    this.index = this.#row + Math.floor(at)
    const u = at - Math.floor(at)
    const v = this.#v
    this.#u = u
    this.#topLeft = (1 - u) * (1 - v)
    this.#topRight = u * (1 - v)
    this.#bottomLeft = (1 - u) * v
    this.#bottomRight = u * v
  }

  /** Returns the field's horizontal gradient at the current point, per pixel of the small grid. */
  slopeX(field: Field): number {
    const top = this.index
    const bottom = top + this.#small.w
    return (field[top + 1]! - field[top]!) * (1 - this.#v) + (field[bottom + 1]! - field[bottom]!) * this.#v
  }

  slopeY(field: Field): number {
    const top = this.index
    const bottom = top + this.#small.w
    return (field[bottom]! - field[top]!) * (1 - this.#u) + (field[bottom + 1]! - field[top + 1]!) * this.#u
  }

  read(field: Field): number {
    const top = this.index
    const bottom = top + this.#small.w
    return (
      field[top]! * this.#topLeft +
      field[top + 1]! * this.#topRight +
      field[bottom]! * this.#bottomLeft +
      field[bottom + 1]! * this.#bottomRight
    )
  }
}

/** Tracks a value's change between adjacent pixels. The result is the softness that makes its edges look smooth. */
export class Slope {
  readonly #above: Field
  #before = 0

  constructor(widthPx: number) {
    this.#above = createField({ w: widthPx, h: 1 })
  }

  at(x: number, value: number): number {
    const change = Math.max(Math.abs(value - this.#before), Math.abs(value - this.#above[x]!))
    this.#before = value
    this.#above[x] = value
    return clamp(0.6 * change, 0.0004, 0.02)
  }
}
