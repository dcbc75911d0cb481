import { AppError } from '#shared/client/errors.ts'
import { LEAGUE_PRINTS, type LeaguePrint } from '#shared/domain/league-prints.ts'
import { LEAGUE_FAILURE } from '#shared/domain/league-words.ts'
import { NEUTRAL } from '#shared/design/pair.ts'
import { getTeam } from '#shared/domain/team.ts'
import { HOUR_MS, SECOND_MS } from '#shared/time.ts'
import { readArtMetadata } from '#worker/graphics/metadata/art-metadata.ts'
import { withMetadata } from '#worker/graphics/metadata/metadata.ts'
import { requireUnderCap } from '#worker/limits/network-caps.ts'
import { requireToken, type TokenBuckets } from '#worker/limits/token-bucket.ts'
import { getTitle } from '#worker/render/card/card-file.ts'
import { CARD } from '#worker/render/card-layout.ts'
import type { DrawAwarded } from '#worker/render/formats/awarded.ts'
import { getCardFormat, hasBacks } from '#worker/render/formats/league/card-format.ts'
import type { DrawLeaguePrint, PrintedCard } from '#worker/render/formats/league/draw.ts'
import type { Backend } from '../backend.ts'
import { type CardFacts, sqlToRecord, toCardFacts } from '../cards/card-codec.ts'
import { type Pictures, readPicture } from '../pictures/pictures.ts'
import { readLeagueRow, readPastPrintedCards, readPrintedCards } from './league-queries.ts'

export type LeaguePrintsDeps = {
  readonly backend: Backend
  readonly pictures: Pick<Pictures, 'get'>
  readonly draw: DrawLeaguePrint
  readonly drawAwarded: DrawAwarded
  readonly buckets: Pick<TokenBuckets, 'take'>
  /** The data center's cache, for drawn prints. */
  readonly cache: Pick<Cache, 'match' | 'put'>
}

/** Increment when the design of prints changes, to invalidate the cache. */
const DESIGN = 2

/** A past season of a league. */
export type PrintedSeason = { readonly number: number; readonly name: string }

type SeatedCard = { readonly facts: CardFacts; readonly awards: readonly string[] }

/** Card width in each format that prints use. */
const WIDTH_PX = { 'thumb-256': 256, 'thumb-512': 512, front: CARD.width } as const

/** Rate limit of drawings per league. Each version of a league has six prints. */
const PER_LEAGUE = { times: 60, seconds: 3600 }

/**
 * Charges a drawing to its league and to the requesting network.
 *
 * @param network null to charge only the league
 * @throws AppError `RATE_LIMITED`
 */
export async function requireDrawing(buckets: Pick<TokenBuckets, 'take'>, id: string, network: string | null) {
  if (network !== null) await requireUnderCap(buckets, 'print', network, LEAGUE_FAILURE.printsTooOften)
  await requireToken(buckets, `print:league:${id}`, PER_LEAGUE, LEAGUE_FAILURE.printsTooOften)
}

export type LeaguePrints = ReturnType<typeof createLeaguePrints>

/**
 * Creates the service that draws league prints on demand and caches them for an hour. The cache key contains the league's
 * version, which increases with every change of the league, its seats or their cards. The service reads the league before
 * the cache, so it never serves a deleted league or a hidden card.
 */
export function createLeaguePrints({ backend, pictures, draw, drawAwarded, buckets, cache }: LeaguePrintsDeps) {
  /** Drawings in progress by URL, shared by concurrent requests. */
  const inFlight = new Map<string, Promise<Uint8Array>>()

  async function read(id: string, origin: string, past: PrintedSeason | null) {
    const cardsOfSeason = past === null ? readPrintedCards(id) : readPastPrintedCards(id, past.number)
    const { results } = await backend.service(origin).db.batch([readLeagueRow(id), cardsOfSeason], 'read')
    const [row] = (results[0]?.rows ?? []) as readonly { name: string; season: string; team: string; version: number }[]
    if (row === undefined) return null
    const core = backend.coreUrl(origin)
    const cards = (results[1]?.rows ?? []).flatMap((card): SeatedCard[] => {
      const facts = toCardFacts(sqlToRecord(card, core))
      return facts === null ? [] : [{ facts, awards: JSON.parse(card['awards'] as string) as string[] }]
    })
    return { row, cards }
  }

  async function readCards(cards: readonly SeatedCard[], print: LeaguePrint, origin: string): Promise<PrintedCard[]> {
    const format = getCardFormat(print, cards.length)
    const plain = await Promise.all(
      cards.map(({ facts }) =>
        format === 'front' ? readPicture(backend, facts.imageUrl, origin) : pictures.get(facts, format, origin),
      ),
    )
    const printed: PrintedCard[] = []
    // Sequential, because each drawing needs 6 MB of memory.
    for (const [i, { facts, awards }] of cards.entries()) {
      const front = awards.length === 0 ? plain[i]! : await addAwards(plain[i]!, facts, awards, WIDTH_PX[format])
      printed.push(hasBacks(print) ? { front, back: await pictures.get(facts, 'back', origin) } : { front })
    }
    return printed
  }

  async function addAwards(front: Uint8Array, card: CardFacts, awards: readonly string[], widthPx: number) {
    const { source, finish } = readArtMetadata(front)
    return withMetadata(await drawAwarded(front, awards, widthPx), { title: getTitle(card), source, finish })
  }

  async function cachedOrDrawn(address: string, print: LeaguePrint, drawn: () => Promise<Uint8Array<ArrayBuffer>>) {
    const cached = await cache.match(address)
    if (cached !== undefined) return new Uint8Array(await cached.arrayBuffer())
    const bytes = await drawn()
    await cache.put(address, new Response(bytes, { headers: { ...CACHED, 'content-type': LEAGUE_PRINTS[print].type } }))
    return bytes
  }

  return {
    /**
     * Returns a current print of a league with its visible cards.
     *
     * @param id a league whose code or signed picture URL the caller has presented
     * @param network charged for the drawing besides the league; null for none
     * @param past a past season, printed with its awards; null for the current one
     * @returns null if the league does not exist
     * @throws AppError `CONFLICT` while the league has no cards, `RATE_LIMITED`; the errors of drawing
     */
    async get(
      id: string,
      print: LeaguePrint,
      origin: string,
      network: string | null,
      past: PrintedSeason | null = null,
    ): Promise<Uint8Array | null> {
      const league = await read(id, origin, past)
      if (league === null) return null
      const { row, cards } = league
      if (cards.length === 0) throw new AppError('CONFLICT', LEAGUE_FAILURE.noCards)
      const part = past === null ? '' : `seasons/${past.number}/`
      const address = `${origin}/download/league/${id}.${DESIGN}.${row.version}/${part}${print}`
      const running = inFlight.get(address)
      if (running !== undefined) return running
      const drawing = cachedOrDrawn(address, print, async () => {
        await requireDrawing(buckets, id, network)
        const { name, season, team } = row
        const head = { name, season: past?.name ?? season, colors: getTeam(team) ?? NEUTRAL }
        return draw(print, head, await readCards(cards, print, origin))
      }).finally(() => inFlight.delete(address))
      inFlight.set(address, drawing)
      return drawing
    },
  }
}

const CACHED = { 'cache-control': `public, max-age=${HOUR_MS / SECOND_MS}` }
