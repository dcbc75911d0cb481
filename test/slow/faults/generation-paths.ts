import { statsOf } from '#shared/domain/stats.ts'
import { filesBelow, keptOf, rowOf } from '../../support/cards.ts'
import { testEnv } from '../../support/env.ts'
import { driven, newcomer } from './generation-world.ts'
import { type AnyPath, aPath, isStatus } from './write-path.ts'

const OVAL = JSON.stringify({ cx: 0.5, cy: 0.4, s: 0.3, roll: 0 })
const STATS = statsOf(() => 88)

/** With a generation that waits for its first step. */
async function begun() {
  const one = await newcomer()
  const left = await driven.left(one.visitor)
  await (await driven.send(one.visitor, { id: one.id })).arrayBuffer()
  // From now on its object has the test's clock and faults.
  await driven.inside(one.id, async () => undefined)
  return { ...one, left }
}
type Begun = Awaited<ReturnType<typeof begun>>

/** With a card that is drawn. */
async function made() {
  const one = await begun()
  const { card } = await driven.finish(one.visitor, one.id)
  return { ...one, left: await driven.left(one.visitor), card: card!, later: one.id.replace(/^0/, 'f') }
}
type Made = Awaited<ReturnType<typeof made>>

const adjust = ({ visitor, id, later }: Made) => driven.send(visitor, { id: later, adjusts: id, face: OVAL })

/** What there is of a card: its row, the picture that is shown, and none that the ledger does not know. */
async function standing({ visitor, id, left, card }: Begun & Partial<Pick<Made, 'card'>>) {
  const row = card === undefined ? null : await rowOf(card.id)
  const fronts = card === undefined ? [] : await filesBelow(`cards/${card.id}/`)
  const { results } = await testEnv()
    .DB.prepare('select image_path from generations where card_id = ?')
    .bind(card?.id ?? '')
    .all<{ image_path: string }>()
  const known = new Set(results.map((edition) => edition.image_path))
  return {
    cards: await testEnv()
      .DB.prepare('select count(*) as n from fantasy_football_cards where generation_id = ? or id = ?')
      .bind(id, card?.id ?? '')
      .first('n'),
    fronts: fronts.length,
    orphans: fronts.filter((path) => !known.has(path)).length,
    isShown: row !== null && fronts.includes(String(row['image_url']).replace('/storage/fantasy-cards/', '')),
    hasItsStats: row !== null && row['stats'] === JSON.stringify(card!.stats),
    used: left - (await driven.left(visitor)),
    photos: await filesBelow('player-photos/'),
  }
}

/** A draft keeps what was drawn on the way; all of it goes when it is saved. */
const withoutEditions = (all: Awaited<ReturnType<typeof standing>>) => ({ ...all, fronts: null })

export const GENERATION_PATHS: readonly AnyPath[] = [
  aPath<Begun>({
    route: 'POST /api/generations/:id/cancel',
    what: 'cancelling a generation',
    world: begun,
    act: ({ visitor, id }) => visitor.post(`/api/generations/${id}/cancel`, {}),
    isDone: isStatus(200),
    // A photo that could not be removed at once is removed by the alarm.
    afterwards: ({ visitor, id }) => driven.finish(visitor, id),
    effect: async (world) => ({
      ...(await standing(world)),
      state: (await driven.view(world.visitor, world.id)).state,
    }),
  }),
  aPath<Made>({
    route: 'POST /api/generations/:id/stats',
    what: 'editing the stats of a card',
    world: made,
    act: ({ visitor, id }) => visitor.post(`/api/generations/${id}/stats`, { stats: STATS }),
    isDone: isStatus(200),
    effect: async (world) => ({
      ...withoutEditions(await standing(world)),
      stats: (await rowOf(world.card.id))!['stats'],
      shown:
        keptOf((await driven.view(world.visitor, world.id)).card!.imageUrl) ===
        (await rowOf(world.card.id))!['image_url'],
    }),
    says: ['AI_FAILED'],
  }),
  aPath<Made>({
    route: 'POST /api/generations',
    what: 'adjusting the photo of a card',
    world: made,
    act: adjust,
    isDone: isStatus(202),
    afterwards: ({ visitor, later }) => driven.finish(visitor, later),
    effect: async (world) => ({
      ...(await standing(world)),
      ...(await driven.view(world.visitor, world.later)),
      card: null,
      id: null,
      createdAt: null,
    }),
  }),
  aPath<Made>({
    route: null,
    what: 'drawing a card again',
    world: async () => {
      const world = await made()
      await (await adjust(world)).arrayBuffer()
      return world
    },
    act: async ({ visitor, later }) => Response.json(await driven.finish(visitor, later)),
    isDone: isStatus(200),
    effect: async (world) => ({
      ...(await standing(world)),
      state: (await driven.view(world.visitor, world.later)).state,
    }),
  }),
]
