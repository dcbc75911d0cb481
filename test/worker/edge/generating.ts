import { expect, vi } from 'vitest'
import type { Generation } from '#shared/contracts/generations.ts'
import type { TestVisitor } from '../../support/app.ts'
import { filesBelow } from '../../support/cards.ts'
import { portraitBytes } from '../../support/portrait.ts'

const FIELDS = { nickname: 'Ace', number: '12', team: 'Green Bay Packers', armor: 'duck' }

/** The form of the generator, as it is sent. */
export const sendForm = (visitor: TestVisitor, fields: Record<string, string> = {}, photo = portraitBytes()) =>
  visitor.form('/api/generations', {
    ...FIELDS,
    photo: new File([photo], 'me.jpg', { type: 'image/jpeg' }),
    ...fields,
  })

/** The generation once it is over, one way or the other. */
export const untilOver = (visitor: TestVisitor, id: string) =>
  vi.waitFor(
    async () => {
      const generation = (await (await visitor.send(`/api/generations/${id}`)).json()) as Generation
      expect(['ready', 'failed']).toContain(generation.state)
      return generation
    },
    { timeout: 30_000, interval: 100 },
  )

export async function generate(visitor: TestVisitor, fields: Record<string, string> = {}, photo = portraitBytes()) {
  const response = await sendForm(visitor, fields, photo)
  expect(response.status).toBe(202)
  return untilOver(visitor, ((await response.json()) as Generation).id)
}

/** The last thing a generation does is remove its photo: then nothing of it can reach into the next test. */
export const untilPhotosGone = () =>
  vi.waitFor(async () => expect(await filesBelow('player-photos/')).toEqual([]), { timeout: 10_000, interval: 50 })

/** What Save to Hall sends of a card that was made. */
export const saveBody = ({
  playerName,
  jerseyNumber,
  teamColors,
  imageUrl,
  stats,
}: NonNullable<Generation['card']>) => ({ playerName, jerseyNumber, teamColors, imageUrl, stats })
