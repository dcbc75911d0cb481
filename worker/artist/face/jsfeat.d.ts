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
  type Sums = Int32Array | Float64Array
  type Detector = { group_rectangles(windows: readonly unknown[], minNeighbors: number): FaceBox[] }

  const jsfeat: {
    readonly U8_t: number
    readonly C1_t: number
    readonly matrix_t: new (cols: number, rows: number, dataType: number) => Matrix
    readonly imgproc: {
      equalize_histogram(from: Matrix, to: Matrix): void
      compute_integral_image(from: Matrix, sums: Sums, squareSums: Sums): void
    }
    readonly haar: Detector & {
      /** Set by `jsfeat/cascades/frontalface.js`. */
      readonly frontalface: { readonly size: readonly [widthPx: number, heightPx: number] }
      detect_single_scale(
        sums: Sums,
        squareSums: Sums,
        tiltedSums: null,
        edgeSums: null,
        width: number,
        height: number,
        scale: number,
        cascade: unknown,
      ): unknown[]
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
