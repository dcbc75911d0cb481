import { beforeEach, expect, it } from 'vitest'
import { CARD_TABLES } from '#worker/backend/cards/tables.ts'
import { getCardRow, getImagePath } from '../../support/cards.ts'
import { testEnv } from '../../support/env.ts'
import { CELLS, ROLES, RULED, seedCardRows } from './access-cells.ts'
import { CARDS, createTables, type Tables } from './tables.ts'

let tables: Tables
beforeEach(async () => {
  tables = createTables()
  await seedCardRows()
})

const cards = CELLS['fantasy_football_cards']!
const getCode = async (sending: Promise<Response>) => {
  const { status, code } = await tables.refusal(sending)
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
type Refusal = readonly [sent: unknown, result: string]

/** The values that each writable column accepts and stores, and those that it rejects. */
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
      takes: [[SAVED['image_url'], getImagePath('my-draft')]],
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

type Verb = 'insert' | 'update'
const WRITES = RULED.flatMap((role) => (['insert', 'update'] as const).map((verb) => ({ role, verb })))

const send = (verb: Verb, role: (typeof RULED)[number], body: unknown) =>
  verb === 'insert'
    ? tables.post(CARDS, body, ROLES[role])
    : tables.patch(`${CARDS}?id=eq.my-public`, body, ROLES[role])
const write = (verb: Verb, role: (typeof RULED)[number], changes: Record<string, unknown>) =>
  send(verb, role, verb === 'insert' ? { ...SAVED, ...changes } : changes)
const target = (verb: Verb) => (verb === 'insert' ? 'my-draft' : 'my-public')

/** Restores the row that a write changed. */
const restore = async (verb: Verb) =>
  verb === 'update'
    ? seedCardRows()
    : testEnv().DB.exec(`update fantasy_football_cards set visibility = 'draft' where id = 'my-draft'`)

it('rejects values that a writable column does not accept', async () => {
  const offenders: unknown[] = []
  for (const { role, verb } of WRITES) {
    const before = await getCardRow(target(verb))
    for (const column of Object.keys(CARD_TABLES.fantasy_football_cards.rules[role][verb]!.columns))
      for (const [sent, result] of WRITABLE[verb][column]!.refuses) {
        const code = await getCode(write(verb, role, { [column]: sent }))
        if (code !== result) offenders.push([role, verb, column, sent, code])
      }
    expect(await getCardRow(target(verb))).toEqual(before)
  }
  expect(offenders).toEqual([])
})

it('stores the values that a writable column accepts', async () => {
  // The public role has no cookie, so no card here is recent enough for it to save.
  for (const { role, verb } of WRITES.filter((one) => one.verb === 'update' || one.role !== 'public'))
    for (const column of Object.keys(CARD_TABLES.fantasy_football_cards.rules[role][verb]!.columns))
      for (const [sent, expected] of WRITABLE[verb][column]!.takes) {
        await restore(verb)
        const { ok } = await write(verb, role, { [column]: sent })
        const stored = (await getCardRow(target(verb)))![column]
        expect([role, verb, column, sent, ok, stored]).toEqual([role, verb, column, sent, true, expected])
      }
})

it('refuses to write any other column', async () => {
  const offenders: unknown[] = []
  for (const { role, verb } of WRITES) {
    const before = await getCardRow(target(verb))
    const others = [...Object.keys(before!), 'never', 'rowid', '__proto__'].filter(
      (name) => !cards[role][verb].columns.includes(name),
    )
    for (const column of others) {
      const row = verb === 'insert' ? SAVED : VOTED
      const code = await getCode(send(verb, role, JSON.stringify({ ...row, xx: 'x' }).replace('"xx"', `"${column}"`)))
      if (code !== '403 42501') offenders.push([role, verb, column, code])
    }
    expect(await getCardRow(target(verb))).toEqual(before)
  }
  expect(offenders).toEqual([])
})

it('limits the rows and bytes of a write', async () => {
  for (const { role, verb } of WRITES) {
    await restore(verb)
    const { rows, bodyBytes } = cards[role][verb].limits
    const row = verb === 'insert' ? SAVED : VOTED
    for (const length of [0, rows + 1])
      expect(
        await getCode(
          send(
            verb,
            role,
            Array.from({ length }, () => row),
          ),
        ),
      ).toBe('403 42501')
    const padded = (bytes: number) => JSON.stringify(row).padEnd(bytes)
    expect(await getCode(send(verb, role, padded(bodyBytes + 1)))).toBe('413 FILE_TOO_LARGE')
    const { status } = await send(verb, role, padded(bodyBytes))
    expect([role, verb, status]).toEqual([role, verb, verb === 'update' ? 204 : role === 'public' ? 403 : 201])
  }
})

it('lets a signed-in user save a card only under their own name', async () => {
  expect(await getCode(write('insert', 'user', { user_id: 'u2' }))).toBe('403 42501')
  expect((await write('insert', 'user', { user_id: 'u1' })).status).toBe(201)
  expect(await getCardRow('my-draft')).toMatchObject({ user_id: 'u1', visibility: 'public' })
})
