import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { listMembers } from '../../slow/conformance/members.ts'
import { createRecorder } from './recorder.ts'

const FOLDER = 'test/slow/conformance'

test('covers every member of the client with a conformance test', () => {
  const sources = readdirSync(FOLDER).map((name) => readFileSync(`${FOLDER}/${name}`, 'utf8'))
  const vouched = sources.flatMap((source) =>
    [...source.matchAll(/^expectEveryMember\('(\w+)'/gm)].map(([, part]) => part),
  )
  const { client } = createRecorder()
  expect(vouched.toSorted()).toEqual(Object.keys(client).toSorted())
})

test('lists every method and property as a member, at any depth', () => {
  const { client } = createRecorder()
  const members = listMembers(client)
  for (const member of [
    'ai.streamText',
    'auth.failure',
    'db.table().upsertMany',
    'realtime.channel().onMissed',
    'rest',
  ])
    expect(members).toContain(member)
  expect(listMembers({ rest: () => ({ a: () => 1 }), b: { c: null } })).toEqual(['rest', 'rest().a', 'b.c'])
})
