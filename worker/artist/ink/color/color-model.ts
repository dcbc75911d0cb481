import type { Field } from '../field/grid.ts'
import { clamp } from '#worker/graphics/numbers.ts'
import type { LabPlanes } from './oklab.ts'

/** Histogram steps per channel of OKLab. */
const STEPS = 16
const BINS = STEPS ** 3
const RATIO_MAX = 4
/** Smoothing weight of a bin relative to each of its six neighbors. */
const OWN_WEIGHT = 4

/** Quantization of a channel: `(value + shift) x scale`. */
type Cut = { readonly shift: number; readonly scale: number }
export type Cuts = { readonly lightness: Cut; readonly a: Cut; readonly b: Cut }

const toStep = (value: number, { shift, scale }: Cut) => clamp(Math.floor((value + shift) * scale), 0, STEPS - 1)

/** Returns the histogram bin of every pixel's color. */
export function toBins(planes: LabPlanes, cuts: Cuts): Uint16Array {
  const bins = new Uint16Array(planes.lightness.length)
  for (let i = 0; i < bins.length; i++) {
    const lightness = toStep(planes.lightness[i]!, cuts.lightness)
    bins[i] = (lightness << 8) | (toStep(planes.a[i]!, cuts.a) << 4) | toStep(planes.b[i]!, cuts.b)
  }
  return bins
}

/** The pixels that train the two histograms. */
export type Seeds = { readonly bins: Uint16Array; isFront(i: number): boolean; isBack(i: number): boolean }

/**
 * Returns the log likelihood ratio of foreground to background per bin, between -4 and 4.
 *
 * @param floor the likelihood of an unseen color. Larger values trust the histograms less.
 */
export function learnRatios({ bins, isFront, isBack }: Seeds, floor: number): Field {
  const front = new Float32Array(BINS)
  const back = new Float32Array(BINS)
  let frontCount = 1
  let backCount = 1
  for (let i = 0; i < bins.length; i++) {
    if (isFront(i)) {
      front[bins[i]!]!++
      frontCount++
    } else if (isBack(i)) {
      back[bins[i]!]!++
      backCount++
    }
  }
  const likelyFront = smooth(front, frontCount, floor)
  const likelyBack = smooth(back, backCount, floor)
  return likelyFront.map((likely, bin) => clamp(Math.log(likely / likelyBack[bin]!), -RATIO_MAX, RATIO_MAX))
}

function smooth(histogram: Field, count: number, floor: number): Field {
  const out = new Float32Array(BINS)
  for (let bin = 0; bin < BINS; bin++) {
    let sum = histogram[bin]! * OWN_WEIGHT
    let weight = OWN_WEIGHT
    for (let channel = 1; channel < BINS; channel *= STEPS) {
      const step = Math.floor(bin / channel) % STEPS
      if (step > 0) {
        sum += histogram[bin - channel]!
        weight++
      }
      if (step < STEPS - 1) {
        sum += histogram[bin + channel]!
        weight++
      }
    }
    out[bin] = sum / weight / count + floor
  }
  return out
}
