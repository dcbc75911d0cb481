import { beforeEach, expect, it } from 'vitest'
import { seedCard } from '../../support/cards.ts'
import { freshDatabase } from '../../support/env.ts'
import { CARDS, createTables, type Tables, visitorId } from './tables.ts'

const OWNER = visitorId(1)
const STRANGER = visitorId(2)

let tables: Tables
beforeEach(async () => {
  await freshDatabase()
  tables = createTables()
  await seedCard({ id: 'shown', playerName: 'Shown', votes: 3 })
  await seedCard({ id: 'unlisted', visibility: 'unlisted', playerName: 'Hidden', votes: 9, owner: OWNER })
  await seedCard({ id: 'draft', visibility: 'draft', playerName: 'Hidden', votes: 9, owner: OWNER })
})

const getIds = async (search: string, visitor: string) =>
  (await tables.rows(`${CARDS}?${search}`, { visitor })).map((row) => row['id'])

it('lists no drafts and no unlisted cards, not even for their maker', async () => {
  const offenders: unknown[] = []
  for (const search of [
    'select=*',
    'select=id&order=votes.desc',
    'id=in.(shown,unlisted,draft)',
    'id=neq.nothing',
    'id=gte.a',
    'id=like.*',
    'id=ilike.%25',
    'id=not.is.null',
    'id=not.eq.shown&select=id',
    'or=(id.eq.shown,id.eq.unlisted,id.eq.draft)',
    'not.and=(id.eq.nothing)',
    'player_name=eq.Hidden',
    'votes=eq.9',
    'votes=gt.0&order=votes.desc&limit=100',
    'id=eq.draft&votes=eq.9',
    'and=(id.eq.draft)',
    'order=id.asc&cursor=aaa',
  ])
    for (const visitor of [OWNER, STRANGER]) {
      const hidden = (await getIds(search, visitor)).filter((id) => id !== 'shown')
      if (hidden.length > 0) offenders.push([search, visitor, hidden])
    }
  expect(offenders).toEqual([])
})

it('counts no drafts and no unlisted cards', async () => {
  const range = async (search: string, visitor: string, method = 'GET') => {
    const options = { headers: { prefer: 'count=exact' }, visitor, method }
    return (await tables.ask(`${CARDS}?${search}`, options)).headers.get('content-range')
  }
  expect(await range('select=id', OWNER)).toBe('0-0/1')
  expect(await range('player_name=eq.Hidden', OWNER)).toBe('*/0')
  expect(await range('select=id', OWNER, 'HEAD')).toBe('0-0/1')
  expect(await range('id=eq.draft', STRANGER, 'HEAD')).toBe('*/0')
  expect(await range('id=eq.unlisted&votes=eq.9', OWNER)).toBe('*/0')
})

it('returns no rows after a cursor that names a hidden or missing card', async () => {
  expect(await getIds('order=votes.asc&cursor=shown', STRANGER)).toEqual([])
  expect(await getIds('order=votes.desc&cursor=draft', STRANGER)).toEqual([])
  expect(await getIds('order=votes.desc&cursor=never', STRANGER)).toEqual([])
})
