import type { Client } from '#shared/client/index.ts'
import { CARDS, LEDGER } from './card-queries.ts'
import { describeError, log } from '#worker/http/log.ts'

export type Edition = { imageUrl: string; imagePath: string }

/**
 * Removes the pictures that were drawn on the way to a saved card: an earlier edition shows stats or a name that its maker
 * has changed. The card is saved by now and nobody asks again: what fails is tried once more, and then only logged.
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

/** Removes everything that was drawn for a card that is never delivered: its pictures, their ledger entries and the draft. */
export async function removeDrawn(client: Client, cardId: string, artPath: string | null): Promise<void> {
  await client.db.table(CARDS).deleteMany({ id: cardId, visibility: 'draft' })
  await removeEditions(client, await client.db.table<Edition>(LEDGER).list({ where: { cardId } }))
  if (artPath !== null) await client.storage.remove([artPath])
}

/** Pictures and their entries in the ledger. */
export async function removeEditions(client: Client, editions: readonly Edition[]): Promise<void> {
  if (editions.length === 0) return
  await client.storage.remove(editions.map(({ imagePath }) => imagePath))
  await client.db.table(LEDGER).deleteMany({ imageUrl: { in: editions.map(({ imageUrl }) => imageUrl) } })
}
