import type { Generation } from '#shared/contracts/generations.ts'
import type { TestVisitor } from '../../support/app.ts'
import { smallPhoto } from '../../support/stub-artist.ts'

const FIELDS = { nickname: 'Ace', number: '12', team: 'Green Bay Packers', armor: 'duck' }

/** Sends the generator's form, with a small photo unless a test passes one. */
export const sendForm = async (
  visitor: TestVisitor,
  fields: Record<string, string> = {},
  photo?: Uint8Array<ArrayBuffer>,
) =>
  visitor.form('/api/generations', {
    ...FIELDS,
    photo: new File([photo ?? (await smallPhoto())], 'me.jpg', { type: 'image/jpeg' }),
    ...fields,
  })

/** Returns the body that saves a generated card to the Hall. */
export const saveBody = ({
  playerName,
  jerseyNumber,
  teamColors,
  imageUrl,
  stats,
}: NonNullable<Generation['card']>) => ({ playerName, jerseyNumber, teamColors, imageUrl, stats })
