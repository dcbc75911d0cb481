import type { LookAtPhoto } from '#worker/artist/look.ts'
import type { Artist } from '#worker/backend/ai/service.ts'
import type { DeriveKey } from '#worker/backend/auth/passwords.ts'
import type { Pictures } from '#worker/edge/pictures/pictures.ts'
import type { Clock } from '#worker/env.ts'
import type { ResolveHost } from '#worker/http/outbound/resolve-host.ts'
import type { DenyStore } from '#worker/limits/deny-cache.ts'
import type { CardFileDeps, DrawCardFile } from '#worker/render/card/card-file.ts'
import type { DrawFormat } from '#worker/render/formats/draw.ts'
import type { DrawPodium } from '#worker/render/formats/podium.ts'

/** Services that a test may replace. */
export type Overrides = {
  clock?: Clock
  denyStore?: DenyStore
  artist?: Artist
  lookAt?: LookAtPhoto
  /** Reaches other people's services. */
  fetch?: typeof fetch
  /** Knows the addresses of their names. */
  resolveHost?: ResolveHost
  /** Draws the front of a card around its art. */
  renderCard?: CardFileDeps['renderCard']
  /** Draws the whole file of a card, metadata included. */
  drawCardFile?: DrawCardFile
  drawFormat?: DrawFormat
  pictures?: Pictures
  drawPodium?: DrawPodium
  /** The data center's own cache. */
  cache?: Pick<Cache, 'match' | 'put'>
  /** Makes a key of a password. */
  deriveKey?: DeriveKey
  /** Takes work that no answer waits for. */
  defer?: (work: Promise<unknown>) => void
  /** Sees every request the edge makes to the backend in this isolate. */
  watchBackend?: (request: Request) => void
}
