import { waitUntil } from 'cloudflare:workers'
import type { LookAtPhoto } from '#worker/artist/look.ts'
import type { Artist } from '#worker/backend/ai/service.ts'
import type { DeriveKey } from '#worker/backend/auth/passwords.ts'
import type { Config } from '#worker/config.ts'
import { SITE_NAME } from '#worker/edge/pages/head.ts'
import type { Pictures } from '#worker/edge/pictures/pictures.ts'
import type { Clock, Env } from '#worker/env.ts'
import { createFontLoader } from '#worker/graphics/script-fonts.ts'
import { createHostResolver, type ResolveHost } from '#worker/http/outbound/resolve-host.ts'
import { createFingerprint } from '#worker/http/signature.ts'
import type { DenyStore } from '#worker/limits/deny-cache.ts'
import { type CardFileDeps, createDrawCardFile, type DrawCardFile } from '#worker/render/card/card-file.ts'
import type { DrawAwarded } from '#worker/render/formats/awarded.ts'
import type { DrawFormat } from '#worker/render/formats/draw.ts'
import type { FormatDeps } from '#worker/render/formats/format.ts'
import type { DrawDuel } from '#worker/render/formats/league/duel.ts'
import type { DrawLeaguePrint } from '#worker/render/formats/league/draw.ts'
import type { DrawPodium } from '#worker/render/formats/podium.ts'

/** Services that a test may replace. */
export type Overrides = {
  clock?: Clock
  denyStore?: DenyStore
  artist?: Artist
  lookAt?: LookAtPhoto
  /** Sends requests to external services. */
  fetch?: typeof fetch
  /** Resolves the host names of external services. */
  resolveHost?: ResolveHost
  /** Renders the front of a card around its art. */
  renderCard?: CardFileDeps['renderCard']
  /** Draws the complete file of a card, including metadata. */
  drawCardFile?: DrawCardFile
  drawFormat?: DrawFormat
  pictures?: Pictures
  drawPodium?: DrawPodium
  drawAwarded?: DrawAwarded
  drawDuel?: DrawDuel
  drawLeaguePrint?: DrawLeaguePrint
  /** The cache of the data center. */
  cache?: Pick<Cache, 'match' | 'put'>
  /** Derives a key from a password. */
  deriveKey?: DeriveKey
  /** Runs work after the response (`waitUntil`). */
  defer?: (work: Promise<unknown>) => void
  /** Sees every request the edge makes to the backend in this isolate. */
  watchBackend?: (request: Request) => void
}

/**
 * Returns every replaceable service: the test's own, else the real one.
 *
 * @example
 * const { clock, lookAt } = withDefaults({ clock: () => 0 }, env, readConfig(env))
 */
export function withDefaults(overrides: Overrides, env: Env, config: Config) {
  const loadFont = createFontLoader(env.ASSETS)
  const own = createDrawings({ site: getSite(config), loadFont })
  const fingerprint = (bytes: Uint8Array) => createFingerprint(config.visitorSecret, bytes as Uint8Array<ArrayBuffer>)
  const render: CardFileDeps['renderCard'] = overrides.renderCard ?? own.renderCard
  const send: typeof fetch = overrides.fetch ?? ((input, init) => fetch(input, init))
  return {
    fingerprint,
    send,
    clock: overrides.clock ?? Date.now,
    defer: overrides.defer ?? ((work: Promise<unknown>) => waitUntil(work)),
    denyStore: overrides.denyStore ?? env.GATE,
    resolve: overrides.resolveHost ?? createHostResolver(config.data.resolverUrl, send),
    artist: overrides.artist ?? { draw },
    lookAt: overrides.lookAt ?? lookAt,
    cache: overrides.cache ?? caches.default,
    derive: overrides.deriveKey,
    drawCardFile: overrides.drawCardFile ?? createDrawCardFile({ renderCard: render, fingerprint }),
    drawFormat: overrides.drawFormat ?? own.drawFormat,
    drawPodium: overrides.drawPodium ?? own.drawPodium,
    drawAwarded: overrides.drawAwarded ?? own.drawAwarded,
    drawDuel: overrides.drawDuel ?? own.drawDuel,
    drawLeaguePrint: overrides.drawLeaguePrint ?? own.drawLeaguePrint,
  }
}

// The artist and the renderer are loaded on first use, which keeps the Worker's startup fast.
const draw: Artist['draw'] = async (order) => (await import('#worker/artist/index.ts')).createArtist().draw(order)
const lookAt: LookAtPhoto = async (...photo) => (await import('#worker/artist/look.ts')).lookAtPhoto(...photo)

type Drawings = {
  renderCard: CardFileDeps['renderCard']
  drawFormat: DrawFormat
  drawPodium: DrawPodium
  drawAwarded: DrawAwarded
  drawDuel: DrawDuel
  drawLeaguePrint: DrawLeaguePrint
}

const createDrawings = (deps: FormatDeps): Drawings => ({
  renderCard: async (picture) => (await import('#worker/render/card/card.ts')).renderCard(picture, deps.loadFont),
  drawFormat: async (...order) => (await import('#worker/render/formats/draw.ts')).drawFormat(...order, deps),
  drawPodium: async (...order) => (await import('#worker/render/formats/podium.ts')).drawPodium(...order),
  drawAwarded: async (front, awards, widthPx) =>
    (await import('#worker/render/formats/awarded.ts')).drawAwarded(front, awards, deps.loadFont, widthPx),
  drawDuel: async (...order) => (await import('#worker/render/formats/league/duel.ts')).drawDuel(...order, deps),
  drawLeaguePrint: async (...order) =>
    (await import('#worker/render/formats/league/draw.ts')).drawLeaguePrint(...order, deps),
})

/** Returns the site's host name as people would type it. Never reads it from a request, which can send any host. */
const getSite = ({ publicUrl }: Config): string => (publicUrl === null ? SITE_NAME : new URL(publicUrl).host)
