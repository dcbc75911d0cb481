import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { membersOf } from '../../slow/conformance/members.ts'
import { createRecorder } from './recorder.ts'

const FOLDER = 'test/slow/conformance'

test('every part of the client has a file that vouches for each of its members', () => {
  const sources = readdirSync(FOLDER).map((name) => readFileSync(`${FOLDER}/${name}`, 'utf8'))
  const vouched = sources.flatMap((source) => [...source.matchAll(/^everyMemberOf\('(\w+)'/gm)].map(([, part]) => part))
  const { client } = createRecorder()
  expect(vouched.toSorted()).toEqual(Object.keys(client).toSorted())
})

test('what is counted as a member is whatever can be called or read, however deep', () => {
  const { client } = createRecorder()
  const members = membersOf(client)
  for (const member of [
    'ai.streamText',
    'auth.failure',
    'db.table().upsertMany',
    'realtime.channel().onMissed',
    'rest',
  ])
    expect(members).toContain(member)
  expect(membersOf({ rest: () => ({ a: () => 1 }), b: { c: null } })).toEqual(['rest', 'rest().a', 'b.c'])
})
