import init, { type Node, Renderer, type RendererOptions, type RenderOptions } from '@takumi-rs/wasm'
import wasm from '@takumi-rs/wasm/auto'
import { DISPLAY_FONTS, EMOJI, FONTS, SCRIPT, SCRIPT_WEIGHT } from './fonts.ts'

export type { Node, RenderOptions }

/** Cache size for decoded pictures and glyphs. The renderer's default of 64 MiB is half of a Worker's memory. */
const CACHE_MAX_BYTES = 8 * 1024 * 1024

/** The constructor takes options since 2.0, but its types (2.16.3) omit them. */
const ConfiguredRenderer = Renderer as unknown as new (options: RendererOptions) => Renderer

let renderer: Promise<Renderer> | null = null
let queue: Promise<unknown> = Promise.resolve()

/**
 * Renders a tree of boxes, text and pictures. Renders run one at a time, because two at once would need twice the memory
 * and finish no sooner.
 *
 * @param options keys of `images` are the `src` of nodes; SVG text is passed as UTF-8 bytes
 * @throws errors of the renderer, which do not affect the next render
 * @example
 * const png = await render({ type: 'text', text: '12' }, { width: 100, height: 100, format: 'png' })
 */
export const render = (node: Node, options: RenderOptions): Promise<Uint8Array<ArrayBuffer>> =>
  inTurn((renderer) => renderer.render(node, options))

/** Measures the runs of a text without line breaks. Returns the position and size of each in pixels. */
export const measureRuns = async (node: Node): Promise<readonly TextRun[]> =>
  inTurn(async (renderer) => (await renderer.measure(node, { width: MEASURE_WIDTH_PX })).runs)

/** Measures the width of a text on one line, in pixels. */
export async function measureWidth(text: string, style: { fontFamily: string; fontSize: number }): Promise<number> {
  const runs = await measureRuns({ type: 'text', text, style: { ...style, whiteSpace: 'nowrap' } })
  return runs.reduce((right, run) => Math.max(right, run.x + run.width), 0)
}

/**
 * Decodes a JPEG, PNG, WebP or SVG to exactly this size (stretched, not cropped).
 *
 * @returns straight RGBA, 4 bytes per pixel, row by row
 * @throws if the bytes are not a picture
 */
export async function decodeRgba(bytes: Uint8Array, widthPx: number, heightPx: number): Promise<Uint8ClampedArray> {
  const size = { width: widthPx, height: heightPx }
  const pixels = await render(
    { type: 'image', src: 'picture', style: size },
    { ...size, format: 'raw', images: [{ src: 'picture', data: bytes, cache: 'none' }] },
  )
  return new Uint8ClampedArray(pixels.buffer, pixels.byteOffset, pixels.byteLength)
}

/** Renders and measures, with the additional fonts of a task. */
export type Bench = {
  render(node: Node, options: RenderOptions): Promise<Uint8Array<ArrayBuffer>>
  /** Measures the runs of a text. Returns the position and size of each in pixels. */
  measureRuns(node: Node): Promise<readonly TextRun[]>
}
export type TextRun = { text: string; x: number; y: number; width: number; height: number }

/** A WOFF2 file and its font family. */
export type ExtraFont = { readonly family: typeof SCRIPT | typeof EMOJI; readonly data: Uint8Array }

/** The shared renderer, for texts that need no additional fonts. */
export const BENCH: Bench = { render, measureRuns: measureRuns }

/**
 * Runs a task with additional fonts. A renderer cannot unload fonts, so the task gets a temporary one. Other renders wait
 * for the task.
 *
 * @throws if a file is not a font; errors of the task
 */
export const withFonts = <T>(faces: readonly ExtraFont[], task: (bench: Bench) => Promise<T>): Promise<T> =>
  inTurn(async () => {
    const renderer = new ConfiguredRenderer({ cacheMaxBytes: 0 })
    try {
      await registerAll(renderer, DISPLAY_FONTS)
      for (const { family, data } of faces) await renderer.registerFont({ name: family, weight: SCRIPT_WEIGHT, data })
      return await task({
        render: (node, options) => renderer.render(node, options),
        measureRuns: async (node) => (await renderer.measure(node, { width: MEASURE_WIDTH_PX })).runs,
      })
    } finally {
      renderer.free()
    }
  })

/** Wider than any line of text on a card. */
const MEASURE_WIDTH_PX = 20_000

const utf8 = new TextEncoder()

/** Returns an SVG document as an uncached image. */
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
