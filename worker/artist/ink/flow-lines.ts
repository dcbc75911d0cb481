import { boxBlur, gaussBlur } from './blur.ts'
import { type Field, fieldOf, type Grid } from './grid.ts'

const EDGE_UNITS = 0.55
const SURROUND_UNITS = 1.25
const TENSOR_UNITS = 1.6
const MASK_MIN = 0.3

/**
 * How much darker than its surroundings each point is, averaged along the line that it lies on: positive on a stroke.
 * Winnemöller, Kyprianidis and Olsen, "XDoG: an extended difference-of-Gaussians compendium", 2012, along the flow of
 * Kang, Lee and Chui, "Coherent line drawing", 2007.
 *
 * @param features 1 where detail counts: strokes are followed less far there.
 */
export function findLines(lightness: Field, mask: Field, features: Field, grid: Grid): Field {
  const { w, h, perUnit } = grid
  const edge = gaussBlur(lightness, grid, EDGE_UNITS * perUnit)
  const surround = gaussBlur(lightness, grid, SURROUND_UNITS * perUnit)
  const dark = surround.map((value, i) => value - edge[i]!)
  const flow = flowOf(edge, mask, grid)
  const lines = fieldOf(grid)
  for (let y = 2; y < h - 2; y++) {
    for (let x = 2; x < w - 2; x++) {
      const i = y * w + x
      if (mask[i]! < MASK_MIN) continue
      const steps = Math.floor(5 + (1 - features[i]!) * 5)
      const ahead = follow(dark, flow, grid, x, y, 1, steps)
      const behind = follow(dark, flow, grid, x, y, -1, steps)
      lines[i] = (2 * dark[i]! + ahead.sum + behind.sum) / (2 + ahead.count + behind.count)
    }
  }
  return lines
}

type Flow = { readonly x: Field; readonly y: Field }

/** The direction along the edges: the minor eigenvector of the smoothed structure tensor. */
function flowOf(edge: Field, mask: Field, grid: Grid): Flow {
  const { w, h, perUnit } = grid
  const [xx, xy, yy] = [fieldOf(grid), fieldOf(grid), fieldOf(grid)]
  for (let y = 1; y < h - 1; y++) {
    for (let x = 1; x < w - 1; x++) {
      const i = y * w + x
      const dx = edge[i + 1]! - edge[i - 1]!
      const dy = edge[i + w]! - edge[i - w]!
      xx[i] = dx * dx
      xy[i] = dx * dy
      yy[i] = dy * dy
    }
  }
  const radius = Math.round(TENSOR_UNITS * perUnit)
  const [sxx, sxy, syy] = [boxBlur(xx, grid, radius, 2), boxBlur(xy, grid, radius, 2), boxBlur(yy, grid, radius, 2)]
  for (let i = 0; i < xx.length; i++) {
    if (mask[i]! < MASK_MIN) continue
    const angle = 0.5 * Math.atan2(2 * sxy[i]!, sxx[i]! - syy[i]!) + Math.PI / 2
    xx[i] = Math.cos(angle)
    yy[i] = Math.sin(angle)
  }
  return { x: xx, y: yy }
}

function follow(dark: Field, flow: Flow, { w, h }: Grid, x: number, y: number, sign: 1 | -1, steps: number) {
  let [px, py] = [x, y]
  let vx = flow.x[y * w + x]! * sign
  let vy = flow.y[y * w + x]! * sign
  let sum = 0
  let count = 0
  while (count < steps) {
    px += vx
    py += vy
    if (px < 1 || py < 1 || px > w - 2 || py > h - 2) break
    const i = Math.floor(py + 0.5) * w + Math.floor(px + 0.5)
    sum += dark[i]!
    count++
    const turn = flow.x[i]! * vx + flow.y[i]! * vy < 0 ? -1 : 1
    vx = flow.x[i]! * turn
    vy = flow.y[i]! * turn
  }
  return { sum, count }
}
