import { AppError } from '#shared/client/errors.ts'
import type { Client } from '#shared/client/index.ts'
import type { SqlStatement } from '#shared/client/sql.ts'
import type { RefusedPicture } from '#shared/contracts/admin-view.ts'
import type { Visibility } from '#shared/domain/card.ts'
import { REFUSAL } from '#shared/domain/refusals.ts'
import { describeError, log } from '#worker/http/log.ts'
import type { CardRecord } from '../cards/card-codec.ts'
import type { EdgeServices } from '../services.ts'
import { unblockPictures, findBlocked, hideTwins, LATEST_REFUSED, blockPicture } from './queries.ts'

/**
 * Blocks a card's art and its photo for everyone. Hides other cards with the same picture until a moderator reviews
 * them. Stores keyed hashes instead of pictures, so a picture with one changed pixel gets through.
 */
export async function refusePictures(
  services: Pick<EdgeServices, 'backend' | 'clock' | 'fingerprint' | 'live'>,
  origin: string,
  record: CardRecord,
): Promise<void> {
  const { backend, clock, live } = services
  const { id } = record
  const hashes = await getPictureHashes(services, origin, record)
  if (hashes.length === 0) return
  const { results } = await backend
    .service(origin)
    .db.batch([...createRefusals(hashes, id, clock()), ...hideTwins(hashes, id, clock())])
  const twins = (results.at(-1)?.rows ?? []) as unknown as readonly { id: string; hiddenFrom: Visibility }[]
  for (const twin of twins) live.gone(origin, twin.id, twin.hiddenFrom)
}

export const createRefusals = (hashes: readonly string[], card: string, now: number): SqlStatement[] =>
  hashes.map((hash) => blockPicture(hash, card, now))

/** Returns the known keyed hashes of a card's art and photo. */
export async function getPictureHashes(
  { backend, fingerprint }: Pick<EdgeServices, 'backend' | 'fingerprint'>,
  origin: string,
  { id, artHash, photoHash, artPath }: CardRecord,
): Promise<string[]> {
  const computed = artHash === null && artPath !== null ? await computeArtHash(artPath) : null
  return [artHash ?? computed, photoHash].filter((hash) => hash !== null)

  /**
   * Computes the hash of a card from before hashes were stored. A card can be removed even if its art is no longer
   * readable.
   */
  async function computeArtHash(path: string): Promise<string | null> {
    try {
      return await fingerprint((await backend.image(backend.fileUrl(path, origin), origin)).bytes)
    } catch (thrown) {
      log.error('art of a removed card not refused', { card: id, cause: describeError(thrown) })
      return null
    }
  }
}

/** @throws AppError `PICTURE_REFUSED` if a moderator has removed a picture with one of these hashes */
export async function requireUnrefused(service: Client, hashes: readonly (string | null)[]): Promise<void> {
  const { results } = await service.db.batch([findBlocked(hashes.filter((hash) => hash !== null))])
  if ((results[0]?.rows ?? []).length > 0) throw new AppError('PICTURE_REFUSED', REFUSAL.picture)
}

/** Returns the cards whose pictures are refused, the latest first. */
export async function readRefused(service: Client): Promise<RefusedPicture[]> {
  const { results } = await service.db.batch([LATEST_REFUSED])
  const rows = (results[0]?.rows ?? []) as unknown as readonly { card: string; refusedAt: number }[]
  return rows.map(({ card, refusedAt }) => ({ card, refusedAt: new Date(refusedAt).toISOString() }))
}

/** Unblocks the pictures of a removed card. The card itself stays removed. */
export async function allowPictures(service: Client, card: string): Promise<void> {
  await service.db.batch([unblockPictures(card)])
}
