import init, { type Node, Renderer, type RendererOptions, type RenderOptions } from '@takumi-rs/wasm'
import wasm from '@takumi-rs/wasm/auto'
import { DISPLAY_FONTS, EMOJI, FONTS, SCRIPT, SCRIPT_WEIGHT } from './fonts.ts'

export type { Node, RenderOptions }

/** Decoded pictures and glyphs the renderer may keep. Its own default, 64 MiB, is half of what a Worker has. */
const CACHE_MAX_BYTES = 8 * 1024 * 1024

/** Takes options since 2.0; its type declaration (2.16.3) leaves them out. */
const ConfiguredRenderer = Renderer as unknown as new (options: RendererOptions) => Renderer

let renderer: Promise<Renderer> | null = null
let queue: Promise<unknown> = Promise.resolve()

/**
 * Renders a tree of boxes, text and pictures. One render runs at a time: two at once would need twice the memory
 * and finish no sooner.
 *
 * @param options `images` are keyed by the `src` the nodes use; SVG text goes in as UTF-8 bytes.
 * @throws whatever the renderer throws; the next render is not affected.
 * @example
 * const png = await render({ type: 'text', text: '12' }, { width: 100, height: 100, format: 'png' })
 */
export const render = (node: Node, options: RenderOptions): Promise<Uint8Array<ArrayBuffer>> =>
  inTurn((renderer) => renderer.render(node, options))

/** Where the pieces of a text lie that is not broken: each with its left and upper edge and its size, in pixels. */
export const measureRuns = async (node: Node): Promise<readonly TextRun[]> =>
  inTurn(async (renderer) => (await renderer.measure(node, { width: MEASURE_WIDTH_PX })).runs)

/** The width of a text on one line, in pixels. */
export async function measureWidth(text: string, style: { fontFamily: string; fontSize: number }): Promise<number> {
  const runs = await measureRuns({ type: 'text', text, style: { ...style, whiteSpace: 'nowrap' } })
  return runs.reduce((right, run) => Math.max(right, run.x + run.width), 0)
}

/**
 * Decodes a JPEG, PNG, WebP or SVG into a picture of exactly this size (stretched, not cropped).
 *
 * @returns straight RGBA, 4 bytes per pixel, row by row.
 * @throws when the bytes are no picture.
 */
export async function decodeRgba(bytes: Uint8Array, widthPx: number, heightPx: number): Promise<Uint8ClampedArray> {
  const size = { width: widthPx, height: heightPx }
  const pixels = await render(
    { type: 'image', src: 'picture', style: size },
    { ...size, format: 'raw', images: [{ src: 'picture', data: bytes, cache: 'none' }] },
  )
  return new Uint8ClampedArray(pixels.buffer, pixels.byteOffset, pixels.byteLength)
}

/** Renders and measures with more faces than the others, for as long as a task takes. */
export type Bench = {
  render(node: Node, options: RenderOptions): Promise<Uint8Array<ArrayBuffer>>
  /** Where the pieces of a text lie: each with its left and upper edge and its size, in pixels. */
  runsOf(node: Node): Promise<readonly TextRun[]>
}
export type TextRun = { text: string; x: number; y: number; width: number; height: number }

/** A WOFF2 file and the family it belongs to. */
export type ExtraFace = { readonly family: typeof SCRIPT | typeof EMOJI; readonly data: Uint8Array }

/** The renderer of all, for texts that need no more faces. */
export const BENCH: Bench = { render, runsOf: measureRuns }

/**
 * Runs a task with faces that only one text needs. A renderer cannot forget a
 * face, so this one is a renderer of its own and dropped afterwards; inside of the task the others wait.
 *
 * @throws when a file is no font, or what the task throws.
 */
export const withFaces = <T>(faces: readonly ExtraFace[], task: (bench: Bench) => Promise<T>): Promise<T> =>
  inTurn(async () => {
    const renderer = new ConfiguredRenderer({ cacheMaxBytes: 0 })
    try {
      await registerAll(renderer, DISPLAY_FONTS)
      for (const { family, data } of faces) await renderer.registerFont({ name: family, weight: SCRIPT_WEIGHT, data })
      return await task({
        render: (node, options) => renderer.render(node, options),
        runsOf: async (node) => (await renderer.measure(node, { width: MEASURE_WIDTH_PX })).runs,
      })
    } finally {
      renderer.free()
    }
  })

/** Wider than any line of text on a card. */
const MEASURE_WIDTH_PX = 20_000

const utf8 = new TextEncoder()

/** An SVG document as a picture that is used once. */
export const svgImage = (src: string, svg: string) => ({ src, data: utf8.encode(svg), cache: 'none' }) as const

function inTurn<T>(task: (renderer: Renderer) => Promise<T>): Promise<T> {
  const result = queue.then(async () => task(await getRenderer()))
  queue = result.catch(() => undefined)
  return result
}

function getRenderer(): Promise<Renderer> {
  renderer ??= startRenderer().catch((cause: unknown) => {
    renderer = null
    throw cause
  })
  return renderer
}

async function startRenderer(): Promise<Renderer> {
  await init({ module_or_path: wasm })
  const started = new ConfiguredRenderer({ cacheMaxBytes: CACHE_MAX_BYTES })
  await registerAll(started, FONTS)
  return started
}

async function registerAll(renderer: Renderer, fonts: typeof FONTS): Promise<void> {
  for (const font of fonts) await renderer.registerFont({ ...font, data: new Uint8Array(font.data) })
}
