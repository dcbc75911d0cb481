import { AppError } from '#shared/client/errors.ts'
import type { Client } from '#shared/client/index.ts'
import type { SqlStatement } from '#shared/client/sql.ts'
import type { RefusedPicture } from '#shared/contracts/admin-view.ts'
import type { Visibility } from '#shared/domain/card.ts'
import { REFUSAL } from '#shared/domain/messages.ts'
import { describeError, log } from '#worker/http/log.ts'
import type { CardRecord } from '../cards/card-codec.ts'
import type { EdgeServices } from '../services.ts'
import { allowance, anyRefused, hidingOfTwins, LATEST_REFUSED, refusal } from './queries.ts'

/**
 * Refuses a card's art and the photo it was drawn from, from now on and for everybody, and hides other cards that show
 * them already until a moderator has looked. Known by keyed hashes, so what is changed by one pixel passes; the
 * pictures themselves are not kept.
 */
export async function refusePictures(
  services: Pick<EdgeServices, 'backend' | 'clock' | 'fingerprint' | 'live'>,
  origin: string,
  record: CardRecord,
): Promise<void> {
  const { backend, clock, live } = services
  const { id } = record
  const hashes = await hashesOf(services, origin, record)
  if (hashes.length === 0) return
  const { results } = await backend
    .service(origin)
    .db.batch([...refusalsOf(hashes, id, clock()), ...hidingOfTwins(hashes, id, clock())])
  const twins = (results.at(-1)?.rows ?? []) as unknown as readonly { id: string; hiddenFrom: Visibility }[]
  for (const twin of twins) live.gone(origin, twin.id, twin.hiddenFrom)
}

export const refusalsOf = (hashes: readonly string[], card: string, now: number): SqlStatement[] =>
  hashes.map((hash) => refusal(hash, card, now))

/** The keyed hashes of a card's art and of its photo, as far as they are known. */
export async function hashesOf(
  { backend, fingerprint }: Pick<EdgeServices, 'backend' | 'fingerprint'>,
  origin: string,
  { id, artHash, photoHash, artPath }: CardRecord,
): Promise<string[]> {
  const early = artHash === null && artPath !== null ? await hashOfArt(artPath) : null
  return [artHash ?? early, photoHash].filter((hash) => hash !== null)

  /**
   * Computes the hashes of a card from before they were kept. Art that cannot be read any more does not block the
   * removal of its card.
   */
  async function hashOfArt(path: string): Promise<string | null> {
    try {
      return await fingerprint((await backend.image(backend.fileUrl(path, origin), origin)).bytes)
    } catch (thrown) {
      log.error('art of a removed card not refused', { card: id, cause: describeError(thrown) })
      return null
    }
  }
}

/** @throws AppError `PICTURE_REFUSED` when one of these hashes is of a picture that a moderator has removed */
export async function requireUnrefused(service: Client, hashes: readonly (string | null)[]): Promise<void> {
  const { results } = await service.db.batch([anyRefused(hashes.filter((hash) => hash !== null))])
  if ((results[0]?.rows ?? []).length > 0) throw new AppError('PICTURE_REFUSED', REFUSAL.picture)
}

/** The cards whose pictures are refused, the latest first. */
export async function readRefused(service: Client): Promise<RefusedPicture[]> {
  const { results } = await service.db.batch([LATEST_REFUSED])
  const rows = (results[0]?.rows ?? []) as unknown as readonly { card: string; refusedAt: number }[]
  return rows.map(({ card, refusedAt }) => ({ card, refusedAt: new Date(refusedAt).toISOString() }))
}

/** Lets the pictures of a removed card be published again. The card itself stays removed. */
export async function allowPictures(service: Client, card: string): Promise<void> {
  await service.db.batch([allowance(card)])
}
