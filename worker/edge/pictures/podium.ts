import type { Clock } from '#worker/env.ts'
import { markOf } from '#worker/graphics/metadata/mark.ts'
import { withMetadata } from '#worker/graphics/metadata/metadata.ts'
import { describeError, log } from '#worker/http/log.ts'
import type { DrawPodium, PodiumFronts, PodiumPage } from '#worker/render/formats/podium.ts'
import { DAY_MS, MINUTE_MS } from '#shared/time.ts'
import type { Source } from '#shared/domain/making.ts'
import type { Backend } from '../backend.ts'
import { type CardFacts, factsOf, recordOfSql } from '../cards/card-codec.ts'
import { podiumOfDay } from '../cards/card-queries.ts'
import { digestOf, versionOf } from '../cards/card-version.ts'
import type { Pictures } from './pictures.ts'

export type PodiumPicturesDeps = {
  backend: Backend
  clock: Clock
  pictures: Pick<Pictures, 'get'>
  drawPodium: DrawPodium
  /** Where a drawn picture is kept for a day: the data center's own cache. */
  cache: Pick<Cache, 'match' | 'put'>
}

type Podium = { facts: readonly [CardFacts, CardFacts, CardFacts]; key: string }

export type PodiumPictures = ReturnType<typeof createPodiumPictures>

/** To be raised when the picture looks different. */
const DESIGN = 1

/**
 * The pictures that links to the site's own pages show: the cards that were on the podium when the day (UTC) began. The
 * key in the address is made of all that is seen, and only public cards are: when one of them is removed, hidden or
 * renamed, there is another key at once, and no picture is handed out under an earlier one.
 */
export function createPodiumPictures({ backend, clock, pictures, drawPodium, cache }: PodiumPicturesDeps) {
  /** Single flight, by address. */
  const underway = new Map<string, Promise<Uint8Array>>()
  /** The key of a moment ago, for pages: an outdated one in an address leads to the picture of now. */
  const recent = new Map<string, { until: number; key: Promise<string | null> }>()

  async function read(origin: string): Promise<Podium | null> {
    const { results } = await backend.service(origin).db.batch([podiumOfDay(clock())])
    const core = backend.coreUrl(origin)
    const cards = (results[0]?.rows ?? []).map((row) => factsOf(recordOfSql(row, core)))
    const [first, second, third] = cards
    if (!first || !second || !third) return null
    const versions = await Promise.all([first, second, third].map(async (card) => [card.id, await versionOf(card)]))
    return { facts: [first, second, third], key: await digestOf([DESIGN, versions]) }
  }

  async function draw(page: PodiumPage, { facts }: Podium, origin: string): Promise<Uint8Array> {
    const fronts = (await Promise.all(facts.map((card) => pictures.get(card, 'thumb-512', origin)))) as unknown
    const jpeg = await drawPodium(page, fronts as PodiumFronts)
    return withMetadata(jpeg, { title: TITLES[page], source: sourceOf(fronts as PodiumFronts) })
  }

  async function cachedOrDrawn(page: PodiumPage, podium: Podium, address: string, origin: string) {
    const kept = await cache.match(address)
    if (kept !== undefined) return new Uint8Array(await kept.arrayBuffer())
    const jpeg = await draw(page, podium, origin)
    await cache.put(address, new Response(jpeg as Uint8Array<ArrayBuffer>, { headers: KEPT_A_DAY }))
    return jpeg
  }

  return {
    /**
     * Where a page's picture is. Asks the backend at most once a minute.
     *
     * @returns the path, or null while there are fewer than three public cards or the backend does not answer
     */
    async pathOf(page: PodiumPage, origin: string): Promise<string | null> {
      const known = recent.get(origin)
      const fresh =
        known !== undefined && clock() < known.until
          ? known
          : { until: clock() + MINUTE_MS, key: read(origin).then((podium) => podium?.key ?? null, unknownKey) }
      recent.set(origin, fresh)
      const key = await fresh.key
      return key === null ? null : podiumPath(page, key)
    },

    /**
     * The picture of now.
     *
     * @returns its path, and how to have it as a JPEG; null while there are fewer than three public cards
     * @throws what the backend throws; `jpeg` throws whatever keeps it from being drawn
     */
    async now(page: PodiumPage, origin: string) {
      const podium = await read(origin)
      if (podium === null) return null
      const path = podiumPath(page, podium.key)
      return {
        path,
        jpeg: (): Promise<Uint8Array> => {
          const address = origin + path
          const running = underway.get(address)
          if (running !== undefined) return running
          const drawing = cachedOrDrawn(page, podium, address, origin).finally(() => underway.delete(address))
          underway.set(address, drawing)
          return drawing
        },
      }
    },
  }
}

const KEPT_A_DAY = { 'content-type': 'image/jpeg', 'cache-control': `public, max-age=${DAY_MS / 1000}` }
const TITLES: Readonly<Record<PodiumPage, string>> = {
  home: 'Fantasy Football Cards',
  hall: 'Hall of Fame | Fantasy Football Cards',
}

const podiumPath = (page: PodiumPage, key: string): string => `/og/podium/${page}.${key}.jpg`

/** A page is not held up by its picture. */
function unknownKey(thrown: unknown): null {
  log.error('podium not read', { cause: describeError(thrown) })
  return null
}

/** How the picture came about: by a trained model when one of its cards did. */
function sourceOf(fronts: PodiumFronts): Source {
  const sources = new Set(fronts.map((front) => markOf(front).source))
  return (['trained', 'computed'] as const).find((source) => sources.has(source)) ?? 'plain'
}
