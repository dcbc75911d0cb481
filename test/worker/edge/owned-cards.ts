import { readConfig } from '#worker/config.ts'
import { pathsOf } from '#worker/edge/pictures/address.ts'
import { factsOf } from '#worker/edge/cards/card-codec.ts'
import { sign } from '#worker/http/signature.ts'
import { render } from '#worker/graphics/engine.ts'
import { shownAddress } from '#worker/http/stored-address.ts'
import { fromColumns } from '#shared/client/names.ts'
import { rowOf, seedCard, type SeedCard } from '../../support/cards.ts'
import { testEnv } from '../../support/env.ts'

/** `hidden`: public until reports have hidden it. */
export type Visibility = 'draft' | 'unlisted' | 'public' | 'hidden'

let art: Promise<Uint8Array<ArrayBuffer>> | null = null

/** A picture that stands for a player. */
const playerArt = () => {
  const size = { width: 64, height: 64 }
  art ??= render(
    { type: 'container', style: { ...size, backgroundColor: '#c03020' } },
    { ...size, format: 'png' },
  ).then((bytes) => Uint8Array.from(bytes))
  return art
}

/** A card with its art and its front stored. @returns the front's address */
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

/** Stores everything that is made of a card. @returns the paths */
export async function picturesOf(id: string): Promise<string[]> {
  const row = fromColumns((await rowOf(id))!)
  const imageUrl = shownAddress(String(row['imageUrl']), 'https://cards.example')
  const paths = await pathsOf(factsOf({ ...row, imageUrl, stats: JSON.parse(String(row['stats'])) as unknown })!)
  for (const path of paths) await testEnv().FILES.put(path, 'picture')
  return paths
}

export const manageTokenFor = (id: string): Promise<string> => sign(readConfig(testEnv()).tokenSecret, `manage:${id}`)
