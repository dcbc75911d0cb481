import { readConfig } from '#worker/config.ts'
import { listPicturePaths } from '#worker/edge/pictures/address.ts'
import { toCardFacts } from '#worker/edge/cards/card-codec.ts'
import { sign } from '#worker/http/signature.ts'
import { render } from '#worker/graphics/engine.ts'
import { toPublicAddress } from '#worker/http/stored-address.ts'
import { fromColumns } from '#shared/client/names.ts'
import { getCardRow, seedCard, type SeedCard } from '../../support/cards.ts'
import { testEnv } from '../../support/env.ts'

/** `hidden`: public before reports hid it. */
export type Visibility = 'draft' | 'unlisted' | 'public' | 'hidden'

let art: Promise<Uint8Array<ArrayBuffer>> | null = null

/** A placeholder image of a player. */
const playerArt = () => {
  const size = { width: 64, height: 64 }
  art ??= render(
    { type: 'container', style: { ...size, backgroundColor: '#c03020' } },
    { ...size, format: 'png' },
  ).then((bytes) => Uint8Array.from(bytes))
  return art
}

/** Stores a card with its art and its front. @returns the URL of the front */
export async function ownedCard(
  owner: string,
  { id = 'c1', visibility, ...more }: Omit<Partial<SeedCard>, 'visibility'> & { visibility: Visibility },
): Promise<string> {
  const { DB, FILES } = testEnv()
  const imageUrl = await seedCard({ ...more, id, owner, visibility: visibility === 'hidden' ? 'draft' : visibility })
  await DB.prepare('update fantasy_football_cards set art_path = ?, hidden_from = ? where id = ?')
    .bind(`ai/0${id}.png`, visibility === 'hidden' ? 'public' : null, id)
    .run()
  await FILES.put(`ai/0${id}.png`, await playerArt(), { httpMetadata: { contentType: 'image/png' } })
  await FILES.put(`cards/${id}/1.jpg`, 'front', { httpMetadata: { contentType: 'image/jpeg' } })
  return imageUrl
}

/** Stores every image derived from a card. @returns the paths */
export async function storePictures(id: string): Promise<string[]> {
  const row = fromColumns((await getCardRow(id))!)
  const imageUrl = toPublicAddress(String(row['imageUrl']), 'https://cards.example')
  const paths = await listPicturePaths(
    toCardFacts({ ...row, imageUrl, stats: JSON.parse(String(row['stats'])) as unknown })!,
  )
  for (const path of paths) await testEnv().FILES.put(path, 'picture')
  return paths
}

export const createManageTokenFor = (id: string): Promise<string> =>
  sign(readConfig(testEnv()).tokenSecret, `manage:${id}`)
