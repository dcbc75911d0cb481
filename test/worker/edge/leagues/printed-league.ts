import type { LeaguePrint } from '#shared/domain/league-prints.ts'
import type { Overrides } from '#worker/compose.ts'
import { sha256Hex } from '#worker/http/secrets.ts'
import { noPictures } from '../../../support/app.ts'
import { testEnv } from '../../../support/env.ts'
import { ownedCard, type Visibility } from '../owned-cards.ts'
import { frontBytes } from '../pictured-cards.ts'

/** Creates stubs that record requested prints without drawing them. */
export function createPrintStub() {
  /** The drawn prints, with the league's name and the number of cards. */
  const drawn: [print: LeaguePrint, league: string, cards: number][] = []
  /** The pictures of cards that were read, by card and format. */
  const read: string[] = []
  const overrides = {
    pictures: {
      ...noPictures,
      get: async ({ id }, format) => {
        read.push(`${id} ${format}`)
        return Uint8Array.of(1)
      },
    },
    drawLeaguePrint: async (print, { name }, cards) => {
      drawn.push([print, name, cards.length])
      return Uint8Array.of(1, 2, 3)
    },
  } satisfies Overrides
  return { drawn, read, overrides }
}

/** Puts a new card into a seat. */
export async function seatCard(code: string, seat: number, id: string, visibility: Visibility = 'unlisted') {
  const { DB, FILES } = testEnv()
  await ownedCard('somebody', { id, visibility })
  await FILES.put(`cards/${id}/1.jpg`, await frontBytes(), { httpMetadata: { contentType: 'image/jpeg' } })
  await DB.prepare('update league_seats set card = ? where league = ? and number = ?')
    .bind(id, await sha256Hex(code), seat)
    .run()
}
