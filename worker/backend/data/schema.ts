import * as z from 'zod'
import { CHUNK_CHARACTERS } from './documents/chunk.ts'

const URL_MAX_CHARACTERS = 4096
const CHUNK_MIN_CHARACTERS = 50
const CHUNK_MAX_CHARACTERS = 100_000
const SCREEN_MAX_PX = 3840
/** Pixel limit of a screenshot. A pixel of noise takes three bytes, and one browser message must hold all of them. */
export const AREA_MAX_PX = 3840 * 2160
const HEADERS_MAX = 50
const RESULTS_MAX = 100

const Address = z.lazy(() => z.string().trim().min(1).max(URL_MAX_CHARACTERS))

/** Size in characters. The overlap is at most half of the size. */
const ChunkSize = z.lazy(() => z.int().min(CHUNK_MIN_CHARACTERS).max(CHUNK_MAX_CHARACTERS).optional())
const ChunkOverlap = z.lazy(() =>
  z
    .int()
    .min(0)
    .max(CHUNK_MAX_CHARACTERS / 2)
    .optional(),
)
type Sizes = { readonly chunkSize?: number | undefined; readonly chunkOverlap?: number | undefined }
const areSound = ({ chunkSize = CHUNK_CHARACTERS, chunkOverlap = 0 }: Sizes) => chunkOverlap * 2 <= chunkSize
const SIZES_FAULT = { path: ['chunkOverlap'], message: 'must be at most half of chunkSize' }

/** `POST …/extract-from-url` */
export const ExtractFromUrl = z.lazy(() =>
  z
    .object({
      url: Address,
      chunking: z.boolean().default(false),
      chunkSize: ChunkSize,
      chunkOverlap: ChunkOverlap,
    })
    .refine(areSound, SIZES_FAULT),
)

const toNumber = (text: unknown) =>
  typeof text === 'string' && text.length <= 9 && /^\d+$/.test(text) ? Number(text) : text

/** Fields beside the file of `POST …/extract-from-blob`. All of them are text. */
export const ExtractFields = z.lazy(() =>
  z
    .object({
      chunking: z.stringbool().default(false),
      chunkSize: z.preprocess(toNumber, ChunkSize),
      chunkOverlap: z.preprocess(toNumber, ChunkOverlap),
    })
    .refine(areSound, SIZES_FAULT),
)
export type Chunking = z.infer<typeof ExtractFields>

export const FORMATS = ['markdown', 'html', 'links', 'metadata', 'extract'] as const
export type Format = (typeof FORMATS)[number]

/** `POST …/scrape` */
export const ScrapeRequest = z.lazy(() =>
  z.object({
    url: Address,
    formats: z
      .array(z.enum(FORMATS))
      .min(1)
      .default(() => [...FORMATS]),
  }),
)

/** `POST …/screenshot` */
export const ScreenshotRequest = z
  .object({
    url: Address,
    fullPage: z.boolean().default(false),
    width: z.int().min(64).max(SCREEN_MAX_PX).default(1280),
    height: z.int().min(64).max(SCREEN_MAX_PX).default(800),
  })
  .refine(({ width, height }) => width * height <= AREA_MAX_PX, {
    path: ['height'],
    message: `must be at most ${AREA_MAX_PX} pixels in total`,
  })
export type ScreenshotRequest = z.infer<typeof ScreenshotRequest>

const Scalar = z.lazy(() => z.union([z.string(), z.number(), z.boolean()]).transform(String))
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

/** JSON and schema readers recurse once per level. */
const DEPTH_MAX = 200

/** Does not recurse, because its purpose is to protect recursive readers. */
function isShallow(value: unknown): boolean {
  let level = [value]
  for (let depth = 0; depth <= DEPTH_MAX; depth++) {
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []))
    if (level.length === 0) return true
  }
  return false
}

/** `POST …/fetch` */
export const FetchRequest = z.lazy(() =>
  z
    .object({
      url: Address,
      method: z.string().toUpperCase().pipe(z.enum(METHODS)).default('GET'),
      headers: z
        .record(z.string(), Scalar)
        .refine((headers) => Object.keys(headers).length <= HEADERS_MAX, 'are too many')
        .default(() => ({})),
      /** Text is sent unchanged, anything else as JSON. */
      body: z.unknown().refine(isShallow, 'is nested too deeply').optional(),
      query: z.record(z.string(), z.union([Scalar, z.array(Scalar)])).default(() => ({})),
      async: z.boolean().default(false),
    })
    .refine(({ method, body }) => body === undefined || (method !== 'GET' && method !== 'HEAD'), {
      path: ['body'],
      message: 'is not allowed with GET or HEAD',
    }),
)
export type FetchRequest = z.infer<typeof FetchRequest>

/** Kinds of search by their codes on the wire. Clients may also send the words. */
export const KINDS = { nws: 'news', isch: 'images', vid: 'videos', shop: 'shopping' } as const
export type SearchKind = 'web' | (typeof KINDS)[keyof typeof KINDS]
const WORDS: Record<string, SearchKind> = {
  ...KINDS,
  news: 'news',
  image: 'images',
  images: 'images',
  video: 'videos',
  videos: 'videos',
  shopping: 'shopping',
}

/** `POST …/search` */
export const SearchRequest = z.lazy(() =>
  z.object({
    q: z.string().trim().min(1).max(400),
    location: z.string().trim().max(200).optional(),
    hl: z
      .string()
      .max(8, { abort: true })
      .regex(/^[a-z]{2,3}(?:-[A-Za-z]{2,4})?$/)
      .default('en'),
    tbm: z
      .string()
      .refine((text) => text === '' || Object.hasOwn(WORDS, text), 'must be nws, isch, vid or shop')
      .default(''),
    num: z.int().min(1).max(RESULTS_MAX).default(10),
  }),
)
export type SearchRequest = z.infer<typeof SearchRequest>

export const toSearchKind = (tbm: string): SearchKind => WORDS[tbm] ?? 'web'
