import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { kill } from '../load/kill.ts'
import { inStore, type Served, startServer } from '../load/server.ts'
import { type Answered, begin, countsOf, mixed, of, reads, steady, together, voted } from '../load/traffic.ts'
import { addCards } from '../load/voters.ts'

/** Small versions of `npm run load`: counts and states, no times. */

describe('a server that is killed twice while people vote @core', () => {
  test('has every vote that it acknowledged', async () => {
    const said: string[] = []
    await kill({ say: (line) => void said.push(line), rounds: 2, writes: 60 })
    assert.equal(said.length, 2)
    assert.match(said[1]!, /^round 2: 1[2-9]\d acknowledged, 0 lost, 0 counts wrong$/)
  })
})

describe('a server under load @core', () => {
  let server: Served
  before(async () => {
    server = await startServer()
    await addCards(server.url, 200)
  })
  after(() => server.close())

  const votesIn = (answers: readonly Answered[]) => answers.filter(({ kind }) => kind === 'vote').length
  const stored = () =>
    inStore<{ votes: number; rows: number }>(
      server.dataDir,
      'select sum(votes) as votes, (select count(*) from votes) as rows from fantasy_football_cards',
    ).map((counts) => ({ ...counts }))[0]!

  test('answers each of a hundred mixed requests with what was asked for', async () => {
    const before = stored().rows
    const answers = await steady(server.url, mixed, 30, 4)
    assert.ok(answers.length > 90, countsOf(answers))
    assert.equal(of(answers, 'right').length, answers.length, countsOf(answers))
    assert.equal(new Set(answers.map(({ kind }) => kind)).size, 5)
    const counted = before + votesIn(answers)
    assert.deepEqual(stored(), { votes: counted, rows: counted })
  })

  test('refuses reads when there are too many, counts every vote beside them, and then answers again', async () => {
    const before = stored().rows
    const votes = begin(server.url, voted, 10, 3)
    const flood = await together(
      server.url,
      reads,
      400,
      (answered) => of(answered, 'refused').length === 0 && answered.length < 20_000,
    )
    const cast = await votes.answers
    assert.ok(of(flood, 'refused').length > 0, 'nothing was refused')
    assert.ok(of(flood, 'right').length > 0, 'nothing was answered')
    assert.equal(of(flood, 'right').length + of(flood, 'refused').length, flood.length, countsOf(flood))
    assert.ok(cast.length > 20)
    assert.equal(of(cast, 'right').length, cast.length, countsOf(cast))
    assert.deepEqual(stored(), { votes: before + cast.length, rows: before + cast.length })

    let calm: Answered[] = []
    for (let tries = 0; tries < 50 && of(calm, 'right').length < Math.max(calm.length, 1); tries++) {
      await sleep(200)
      calm = await steady(server.url, reads, 10, 1)
    }
    assert.ok(calm.length > 0 && of(calm, 'right').length === calm.length, countsOf(calm))
  })
})
