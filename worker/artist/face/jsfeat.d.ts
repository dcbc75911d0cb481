/** The part of jsfeat 0.0.8 that finds faces; the package has no types of its own. */
declare module 'jsfeat' {
  export type Matrix = { readonly cols: number; readonly rows: number; readonly data: Uint8Array }
  export type FaceBox = {
    readonly x: number
    readonly y: number
    readonly width: number
    readonly height: number
    /** How many overlapping windows agreed. */
    readonly neighbors: number
    readonly confidence: number
  }
  /** What one window that shows a face is before it is grouped with those that overlap it. */
  export type FaceWindow = Omit<FaceBox, 'neighbors'> & { readonly neighbor: 1 }
  /** Left, top, width and height of a rectangle, and what the sum of its pixels counts. */
  type Feature = readonly [left: number, top: number, width: number, height: number, weight: number]
  type Tree = {
    readonly features: readonly Feature[]
    readonly threshold: number
    readonly left_val: number
    readonly right_val: number
  }
  export type Cascade = {
    readonly size: readonly [widthPx: number, heightPx: number]
    readonly complexClassifiers: readonly { readonly threshold: number; readonly simpleClassifiers: readonly Tree[] }[]
  }
  type Detector = { group_rectangles(windows: readonly unknown[], minNeighbors: number): FaceBox[] }

  const jsfeat: {
    readonly U8_t: number
    readonly C1_t: number
    readonly matrix_t: new (cols: number, rows: number, dataType: number) => Matrix
    readonly imgproc: {
      equalize_histogram(from: Matrix, to: Matrix): void
      compute_integral_image(from: Matrix, sums: Int32Array, squareSums: Float64Array): void
    }
    readonly haar: Detector & {
      /** Set by `jsfeat/cascades/frontalface.js`. */
      readonly frontalface: Cascade
    }
    readonly bbf: Detector & {
      /** Set by `jsfeat/cascades/bbf_face.js`. */
      readonly face_cascade: unknown
      prepare_cascade(cascade: unknown): void
      build_pyramid(from: Matrix, minWidth: number, minHeight: number, interval: number): { readonly data: Matrix[] }
      detect(pyramid: unknown, cascade: unknown): unknown[]
    }
  }
  export default jsfeat
}

declare module 'jsfeat/cascades/frontalface.js'
declare module 'jsfeat/cascades/bbf_face.js'
