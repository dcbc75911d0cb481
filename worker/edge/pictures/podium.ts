import type { Clock } from '#worker/env.ts'
import { getCommonSource } from '#worker/graphics/metadata/art-metadata.ts'
import { withMetadata } from '#worker/graphics/metadata/metadata.ts'
import { describeError, log } from '#worker/http/log.ts'
import type { PodiumPage } from '#worker/render/formats/format.ts'
import type { DrawPodium, PodiumFronts } from '#worker/render/formats/podium.ts'
import { DAY_MS, MINUTE_MS } from '#shared/time.ts'
import type { Backend } from '../backend.ts'
import { type CardFacts, sqlToRecord, toCardFacts } from '../cards/card-codec.ts'
import { podiumOfDay } from '../cards/card-queries.ts'
import { computeDigest, getCardVersion } from '../cards/card-version.ts'
import type { Pictures } from './pictures.ts'

export type PodiumPicturesDeps = {
  backend: Backend
  clock: Clock
  pictures: Pick<Pictures, 'get'>
  drawPodium: DrawPodium
  /** The data center's cache, which stores a drawn picture for a day. */
  cache: Pick<Cache, 'match' | 'put'>
}

type Podium = { facts: readonly [CardFacts, CardFacts, CardFacts]; key: string }

/** Increment this when the design changes, to invalidate the cache. */
const DESIGN = 1

/**
 * The preview pictures for links to the site's own pages. They show the podium at the start of the day (UTC), and only
 * public cards. The key in the URL is a digest of everything visible. It changes at once when a card is removed, hidden
 * or renamed. URLs with an earlier key then redirect.
 */
export class PodiumPictures {
  private readonly deps: PodiumPicturesDeps
  /** Drawings in progress by URL, shared by concurrent requests. */
  private readonly inFlight = new Map<string, Promise<Uint8Array>>()
  /** Recently read keys, for page heads. An outdated key in a URL redirects to the current picture. */
  private readonly recent = new Map<string, { until: number; key: Promise<string | null> }>()

  constructor(deps: PodiumPicturesDeps) {
    this.deps = deps
  }

  /**
   * Returns the path of a page's picture. Asks the backend at most once a minute.
   *
   * @returns the path, or null if there are fewer than three public cards or the backend fails
   */
  async getPath(page: PodiumPage, origin: string): Promise<string | null> {
    const known = this.recent.get(origin)
    const fresh =
      known !== undefined && this.deps.clock() < known.until
        ? known
        : {
            until: this.deps.clock() + MINUTE_MS,
            key: this.read(origin).then((podium) => podium?.key ?? null, unknownKey),
          }
    this.recent.set(origin, fresh)
    const key = await fresh.key
    return key === null ? null : podiumPath(page, key)
  }

  /**
   * Returns the current picture.
   *
   * @returns its path and a function that draws it as a JPEG, or null if there are fewer than three public cards
   * @throws any backend error; `jpeg` throws any drawing error
   */
  async now(page: PodiumPage, origin: string) {
    const podium = await this.read(origin)
    if (podium === null) return null
    const path = podiumPath(page, podium.key)
    return {
      path,
      jpeg: (): Promise<Uint8Array> => {
        const address = origin + path
        const running = this.inFlight.get(address)
        if (running !== undefined) return running
        const drawing = this.cachedOrDrawn(page, podium, address, origin).finally(() => this.inFlight.delete(address))
        this.inFlight.set(address, drawing)
        return drawing
      },
    }
  }

  private async read(origin: string): Promise<Podium | null> {
    const { results } = await this.deps.backend.service(origin).db.batch([podiumOfDay(this.deps.clock())])
    const core = this.deps.backend.coreUrl(origin)
    const cards = (results[0]?.rows ?? []).map((row) => toCardFacts(sqlToRecord(row, core)))
    const [first, second, third] = cards
    if (!first || !second || !third) return null
    const versions = await Promise.all(
      [first, second, third].map(async (card) => [card.id, await getCardVersion(card)]),
    )
    return { facts: [first, second, third], key: await computeDigest([DESIGN, versions]) }
  }

  private async draw(page: PodiumPage, { facts }: Podium, origin: string): Promise<Uint8Array> {
    const fronts = (await Promise.all(
      facts.map((card) => this.deps.pictures.get(card, 'thumb-512', origin)),
    )) as unknown
    const jpeg = await this.deps.drawPodium(page, fronts as PodiumFronts)
    return withMetadata(jpeg, { title: TITLES[page], source: getCommonSource(fronts as PodiumFronts) })
  }

  private async cachedOrDrawn(page: PodiumPage, podium: Podium, address: string, origin: string) {
    const cached = await this.deps.cache.match(address)
    if (cached !== undefined) return new Uint8Array(await cached.arrayBuffer())
    const jpeg = await this.draw(page, podium, origin)
    await this.deps.cache.put(address, new Response(jpeg as Uint8Array<ArrayBuffer>, { headers: CACHED_FOR_A_DAY }))
    return jpeg
  }
}

const CACHED_FOR_A_DAY = { 'content-type': 'image/jpeg', 'cache-control': `public, max-age=${DAY_MS / 1000}` }
const TITLES: Readonly<Record<PodiumPage, string>> = {
  home: 'Fantasy Football Cards',
  hall: 'Hall of Fame | Fantasy Football Cards',
}

const podiumPath = (page: PodiumPage, key: string): string => `/og/podium/${page}.${key}.jpg`

/** Logs the error only, so that a missing picture does not break a page. */
function unknownKey(thrown: unknown): null {
  log.error('podium not read', { cause: describeError(thrown) })
  return null
}
