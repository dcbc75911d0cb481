import type { Client } from '#shared/client/index.ts'
import { CARDS, LEDGER } from './card-queries.ts'
import { describeError, log } from '#worker/http/log.ts'

export type Edition = { imageUrl: string; imagePath: string }

/**
 * Removes earlier pictures of a saved card, which show stats or a name that its maker has changed. The client will not
 * retry, because the card is already saved, so this retries once and then logs the error.
 */
export async function removeOtherEditions(client: Client, saved: { id: string; imageUrl: string }): Promise<void> {
  const remove = async () => {
    const editions = await client.db.table<Edition>(LEDGER).list({ where: { cardId: saved.id } })
    await removeEditions(
      client,
      editions.filter(({ imageUrl }) => imageUrl !== saved.imageUrl),
    )
  }
  try {
    await remove().catch(remove)
  } catch (thrown) {
    log.error('earlier editions not removed', { card: saved.id, cause: describeError(thrown) })
  }
}

/** Removes a card that is never delivered: its draft, pictures and ledger entries. */
export async function removeDrawn(client: Client, cardId: string, artPath: string | null): Promise<void> {
  await client.db.table(CARDS).deleteMany({ id: cardId, visibility: 'draft' })
  await removeEditions(client, await client.db.table<Edition>(LEDGER).list({ where: { cardId } }))
  if (artPath !== null) await client.storage.remove([artPath])
}

/** Removes pictures and their entries in the ledger. */
export async function removeEditions(client: Client, editions: readonly Edition[]): Promise<void> {
  if (editions.length === 0) return
  await client.storage.remove(editions.map(({ imagePath }) => imagePath))
  await client.db.table(LEDGER).deleteMany({ imageUrl: { in: editions.map(({ imageUrl }) => imageUrl) } })
}
