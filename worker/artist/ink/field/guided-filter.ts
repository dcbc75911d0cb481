import { releaseBuffer } from '#worker/http/release-buffer.ts'
import { boxBlur } from './blur.ts'
import { createField, type Field, type Grid } from './grid.ts'

/** Local linear model of a picture: `slope x guide + offset`, per pixel. */
export type Fit = { slope: Field; offset: Field }

/**
 * Fits `source` to `guide` in every square of 2 x `radius` + 1 pixels.
 * He, Sun and Tang, "Guided image filtering", 2010.
 *
 * @param epsilon the variance (of the guide) below which a square counts as flat.
 */
export function guidedFit(guide: Field, source: Field, grid: Grid, radius: number, epsilon: number): Fit {
  const same = guide === source
  const guideMean = boxBlur(guide, grid, radius)
  const sourceMean = same ? guideMean : boxBlur(source, grid, radius)
  const products = createField(grid)
  const squares = createField(grid)
  for (let i = 0; i < products.length; i++) {
    products[i] = guide[i]! * source[i]!
    squares[i] = guide[i]! * guide[i]!
  }
  const productMean = boxBlur(products, grid, radius)
  const squareMean = same ? productMean : boxBlur(squares, grid, radius)
  for (let i = 0; i < products.length; i++) {
    const covariance = productMean[i]! - guideMean[i]! * sourceMean[i]!
    const slope = covariance / (squareMean[i]! - guideMean[i]! * guideMean[i]! + epsilon)
    products[i] = slope
    squares[i] = sourceMean[i]! - slope * guideMean[i]!
  }
  const fit = { slope: boxBlur(products, grid, radius), offset: boxBlur(squares, grid, radius) }
  for (const field of [guideMean, sourceMean, productMean, squareMean, products, squares]) releaseBuffer(field)
  return fit
}

/**
 * Evaluates a fit over a guide. The guide may be larger than the one used for fitting if the fit was upscaled: He and
 * Sun, "Fast guided filter", 2015.
 */
export function applyFit({ slope, offset }: Fit, guide: Field): Field {
  const out = new Float32Array(guide.length)
  for (let i = 0; i < out.length; i++) out[i] = slope[i]! * guide[i]! + offset[i]!
  return out
}

/** Smooths `source` while preserving the edges of `guide`. */
export function guidedFilter(guide: Field, source: Field, grid: Grid, radius: number, epsilon: number): Field {
  const fit = guidedFit(guide, source, grid, radius, epsilon)
  const out = applyFit(fit, guide)
  for (const field of Object.values(fit)) releaseBuffer(field)
  return out
}
