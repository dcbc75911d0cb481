import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CARD_TABLES } from '#worker/backend/cards/tables.ts'
import { keptImage, rowOf } from '../../support/cards.ts'
import { CELLS, ROLES, RULED, seedCardRows } from './access-cells.ts'
import { CARDS, createTables, type Tables } from './tables.ts'

let tables: Tables
beforeAll(() => {
  tables = createTables()
})
beforeEach(() => seedCardRows())

const cards = CELLS['fantasy_football_cards']!
const codeOf = async (asked: Promise<Response>) => {
  const { status, code } = await tables.refusal(asked)
  return `${status} ${code}`
}

const STATS = { strength: 1, agility: 2, touchdownPower: 3, leadership: 4, accuracy: 5 }
const SAVED: Record<string, unknown> = {
  player_name: 'Nova',
  jersey_number: '7',
  team_colors: 'Chicago Bears',
  image_url: 'https://cards.example/storage/fantasy-cards/cards/my-draft/1.jpg',
  stats: STATS,
}
const VOTED = { votes: 1 }

type Sample = readonly [sent: unknown, kept: unknown]
type Refusal = readonly [sent: unknown, answer: string]

/** What each writable column takes and keeps, and what it refuses. */
const WRITABLE: Record<'insert' | 'update', Record<string, { takes: Sample[]; refuses: Refusal[] }>> = {
  insert: {
    player_name: {
      takes: [
        ['x'.repeat(65), 'x'.repeat(64)],
        ['', ''],
        [null, ''],
        [undefined, ''],
      ],
      refuses: [
        [7, '400 23514'],
        [{}, '400 23514'],
      ],
    },
    jersey_number: {
      takes: [
        ['123456789', '12345678'],
        [null, ''],
      ],
      refuses: [
        [7, '400 23514'],
        [['7'], '400 23514'],
      ],
    },
    team_colors: {
      takes: [['Green Bay Packers', 'Green Bay Packers']],
      refuses: [
        ['Atlantis Sharks', '400 23514'],
        [null, '400 23514'],
        [undefined, '400 23514'],
        ['__proto__', '400 23514'],
      ],
    },
    image_url: {
      takes: [[SAVED['image_url'], keptImage('my-draft')]],
      refuses: [
        ['https://cards.example/forged.jpg', '403 42501'],
        [null, '400 23502'],
        [undefined, '400 23502'],
        [7, '400 23502'],
      ],
    },
    stats: {
      takes: [[STATS, JSON.stringify(STATS)]],
      refuses: [
        [{ ...STATS, luck: 1 }, '400 23514'],
        [{ ...STATS, agility: 101 }, '400 23514'],
        [null, '400 23514'],
        ['{}', '400 23514'],
      ],
    },
    user_id: {
      takes: [
        ['anonymous', 'anonymous'],
        [undefined, 'anonymous'],
        [null, 'anonymous'],
      ],
      refuses: [
        ['u2', '403 42501'],
        [7, '403 42501'],
      ],
    },
    votes: {
      takes: [
        [0, 0],
        [undefined, 0],
        [null, 0],
      ],
      refuses: [
        [1, '403 42501'],
        ['0', '403 42501'],
        [-1, '403 42501'],
      ],
    },
  },
  update: {
    votes: {
      takes: [[1, 1]],
      refuses: [2, 0, -1, 1.5, '1', null, true, [1], 2 ** 53].map((sent) => [sent, '400 23514'] as const),
    },
  },
}

const write = (verb: 'insert' | 'update', role: (typeof RULED)[number], changes: Record<string, unknown>) => {
  if (verb === 'insert') return tables.post(CARDS, { ...SAVED, ...changes }, ROLES[role])
  return tables.patch(`${CARDS}?id=eq.my-public`, changes, ROLES[role])
}
const target = (verb: 'insert' | 'update') => (verb === 'insert' ? 'my-draft' : 'my-public')

describe.each(RULED.flatMap((role) => (['insert', 'update'] as const).map((verb) => [role, verb] as const)))(
  'what is written, for the role %s by %s:',
  (role, verb) => {
    const rule = CARD_TABLES.fantasy_football_cards.rules[role][verb]!
    const cells = cards[role][verb]

    test.each(Object.keys(rule.columns))('%s', async (column) => {
      const { takes, refuses } = WRITABLE[verb][column]!
      const before = await rowOf(target(verb))
      for (const [sent, answer] of refuses)
        expect([column, sent, await codeOf(write(verb, role, { [column]: sent }))]).toEqual([column, sent, answer])
      expect(await rowOf(target(verb))).toEqual(before)
      // Without a cookie nothing here is young enough to be saved: what its columns refuse is all there is to see.
      if (verb === 'insert' && role === 'public') return
      for (const [sent, kept] of takes) {
        await seedCardRows()
        const { status } = await write(verb, role, { [column]: sent })
        expect([column, sent, status < 300]).toEqual([column, sent, true])
        expect([column, sent, (await rowOf(target(verb)))![column]]).toEqual([column, sent, kept])
      }
    })

    test('is nothing else', async () => {
      const before = await rowOf(target(verb))
      const others = [...Object.keys(before!), 'never', 'rowid', '__proto__'].filter(
        (name) => !cells.columns.includes(name),
      )
      for (const column of others) {
        const body = JSON.stringify({ ...(verb === 'insert' ? SAVED : VOTED), xx: 'x' }).replace('"xx"', `"${column}"`)
        const answer =
          verb === 'insert'
            ? tables.post(CARDS, body, ROLES[role])
            : tables.patch(`${CARDS}?id=eq.my-public`, body, ROLES[role])
        expect([column, await codeOf(answer)]).toEqual([column, '403 42501'])
      }
      expect(await rowOf(target(verb))).toEqual(before)
    })

    test('is no more rows and no more bytes than the limits', async () => {
      const { rows, bodyBytes } = cells.limits
      const row = verb === 'insert' ? SAVED : VOTED
      const send = (body: unknown) =>
        verb === 'insert'
          ? tables.post(CARDS, body, ROLES[role])
          : tables.patch(`${CARDS}?id=eq.my-public`, body, ROLES[role])
      for (const length of [0, rows + 1])
        expect(await codeOf(send(Array.from({ length }, () => row)))).toBe('403 42501')
      const padded = (bytes: number) => JSON.stringify(row).padEnd(bytes)
      expect(await codeOf(send(padded(bodyBytes + 1)))).toBe('413 FILE_TOO_LARGE')
      const { status } = await send(padded(bodyBytes))
      expect(status).toBe(verb === 'update' ? 204 : role === 'public' ? 403 : 201)
    })
  },
)

test('a signed-in user may save a card under the own name, and under no other', async () => {
  expect(await codeOf(write('insert', 'user', { user_id: 'u2' }))).toBe('403 42501')
  expect((await write('insert', 'user', { user_id: 'u1' })).status).toBe(201)
  expect(await rowOf('my-draft')).toMatchObject({ user_id: 'u1', visibility: 'public' })
})
