import { beforeAll, describe, expect, test } from 'vitest'
import { testEnv } from '../../support/env.ts'
import { createFaults, type Fault, FAULTS, injectionsOf, type Point } from '../../support/faults/index.ts'

const ADDRESS = 'https://elsewhere.example/a'
const START = Date.UTC(2026, 10, 21, 12)
const time = { now: START }
const done: string[] = []
const MAIL = { send: async () => ({ messageId: String(done.push('mail')) }) }
const cache = {
  match: async () => new Response('a picture', { headers: { 'content-type': 'image/jpeg' } }),
  put: async () => void done.push('cache'),
}
const faults = createFaults(
  { ...testEnv(), MAIL },
  {
    time,
    cache,
    fetch: async () => {
      done.push('fetch')
      return new Response('a whole answer')
    },
  },
)
const { DB, GATE, FILES, CHANNELS } = faults.env
type Crowd = { crowd(): Promise<unknown> }

beforeAll(async () => {
  await testEnv().DB.exec('create table faulty (n integer)')
  await FILES.put('file', 'a whole file')
  await GATE.put('old', 'first')
  time.now += 70_000
  await GATE.put('old', 'second')
  await GATE.put('new', 'first')
  time.now += 1000
})

const insert = async () => {
  await DB.prepare('insert into faulty values (1)').run()
  done.push('d1')
}
const rows = async () => testEnv().DB.prepare('select count(*) as n from faulty').first<number>('n')
const read = async (object: R2ObjectBody | R2Object | null) =>
  object !== null && 'body' in object ? object.text() : object
const ring = () => faults.ring(async () => void done.push('alarm'))
const put = () => FILES.put('made', 'x', { onlyIf: new Headers({ 'if-none-match': '*' }) })

/** What somebody who makes a call with this fault gets: what is thrown, or answered. */
const SEEN: Readonly<Record<string, readonly [act: () => Promise<unknown>, gets: unknown]>> = {
  'd1 busy': [insert, /^D1_ERROR: database is locked/],
  'd1 overloaded': [insert, /^D1_ERROR: D1 DB is overloaded/],
  'd1 lost before': [insert, /^D1_ERROR: Network connection lost/],
  'd1 lost after': [insert, /^D1_ERROR: Network connection lost/],
  'd1 slow': [
    async () => {
      const before = faults.overrides.clock()
      await insert()
      return faults.overrides.clock() - before
    },
    5000,
  ],
  'kv cannot be read': [() => GATE.get('old'), /^KV GET failed: 503/],
  'kv cannot be written': [() => GATE.put('n', '1'), /^KV PUT failed: 500/],
  'kv refuses a second write within a second': [() => GATE.put('n', '1'), /^KV PUT failed: 429/],
  'kv is a minute old': [
    async () => [...(await GATE.get(['old', 'new', 'none']))],
    [
      ['old', 'first'],
      ['new', null],
      ['none', null],
    ],
  ],
  'kv has cached that there is nothing': [() => GATE.get('old'), null],
  'kv lost after': [() => GATE.put('kept', '1'), /^KV PUT failed/],
  'r2 throws': [() => FILES.head('file'), /\(10001\)$/],
  'r2 lost after': [() => FILES.put('made-and-lost', 'x'), /\(10001\)$/],
  'r2 sends a short body': [async () => read(await FILES.get('file')), /^Network connection lost/],
  'r2 refuses by a condition what it has stored': [put, null],
  'r2 sends the head alone on a condition': [
    async () => {
      const { etag } = (await FILES.head('file'))!
      const object = await FILES.get('file', { onlyIf: { etagMatches: etag } })
      return [object?.key, 'body' in object!]
    },
    ['file', false],
  ],
  'cache throws': [() => faults.overrides.cache!.match(ADDRESS), /^internal error/],
  'cache answers another body': [
    async () => new TextDecoder().decode(await (await faults.overrides.cache!.match(ADDRESS))!.arrayBuffer()),
    '<html>Another page</html>',
  ],
  'cache lost after': [() => faults.overrides.cache!.put(ADDRESS, new Response()), /^Network connection lost/],
  'object reset': [async () => crowd(), /^Durable Object reset/],
  'object overloaded': [async () => crowd(), /^Durable Object is overloaded/],
  'object constructor throws': [async () => crowd(), /^Cannot read properties of undefined/],
  'object lost after': [async () => crowd(), /^Network connection lost/],
  'alarm fails': [ring, /^Network connection lost/],
  'alarm rings twice': [ring, undefined],
  'fetch finds no such host': [async () => (await faults.overrides.fetch(ADDRESS)).status, 530],
  'fetch hangs': [() => faults.overrides.fetch(ADDRESS), /timeout/],
  'fetch is led in a circle': [async () => (await faults.overrides.fetch(ADDRESS)).headers.get('location'), ADDRESS],
  'fetch gets half a body': [async () => (await faults.overrides.fetch(ADDRESS)).text(), /^Network connection lost/],
  'fetch lost after': [() => faults.overrides.fetch(ADDRESS), /^Network connection lost/],
  'mail throws': [() => faults.env.MAIL!.send({} as never), /^Internal server error/],
  'mail lost after': [() => faults.env.MAIL!.send({} as never), /^Network connection lost/],
  'clock jumps ahead': [async () => faults.overrides.clock() - time.now, 60_000],
  'clock jumps back': [async () => faults.overrides.clock() - time.now, -60_000],
}

function crowd(): Promise<unknown> {
  const stub = CHANNELS.get(CHANNELS.idFromName('a channel')) as unknown as Crowd
  return stub.crowd()
}

const outcomeOf = (act: () => Promise<unknown>): Promise<unknown> =>
  act().catch((thrown: unknown) => (thrown as Error).message)

/** Does what it has to without a fault, and then with the only one at its first point that can have it. */
async function withFault(fault: Fault, act: () => Promise<unknown>) {
  const { points } = await faults.during(null, () => outcomeOf(act))
  const point = points.find(({ part, name }) => part === fault.part && (fault.only?.test(name) ?? true))
  expect(point, 'a call that can have it').toBeDefined()
  const before = { done: done.length, rows: await rows() }
  const { answer, isHit } = await faults.during({ point: point!, fault }, () => outcomeOf(act))
  expect(isHit).toBe(true)
  return { answer, done: done.slice(before.done), rows: (await rows())! - before.rows! }
}

test('every fault of the catalogue is among these', () => {
  expect(Object.keys(SEEN).toSorted()).toEqual(FAULTS.map(({ name }) => name).toSorted())
})

describe('whoever makes a call with a fault gets what the platform would say', () => {
  test.each(FAULTS)('$name', async (fault) => {
    const [act, gets] = SEEN[fault.name]!
    const { answer } = await withFault(fault, act)
    if (gets instanceof RegExp) expect(answer).toMatch(gets)
    else expect(answer).toEqual(gets)
  })
})

describe('what is lost before a call has not been done, and what is lost after it has', () => {
  test.each([
    ['d1 busy', 0],
    ['d1 overloaded', 0],
    ['d1 lost before', 0],
    ['d1 lost after', 1],
    ['d1 slow', 1],
  ])('%s: %i rows', async (name, expected) => {
    const fault = FAULTS.find((one) => one.name === name)!
    expect((await withFault(fault, insert)).rows).toBe(expected)
  })

  test.each([
    ['mail throws', []],
    ['mail lost after', ['mail']],
    ['alarm fails', []],
    ['alarm rings twice', ['alarm', 'alarm']],
    ['fetch hangs', []],
    ['fetch lost after', ['fetch']],
    ['cache lost after', ['cache']],
  ])('%s: %j', async (name, expected) => {
    const fault = FAULTS.find((one) => one.name === name)!
    expect((await withFault(fault, SEEN[name]![0])).done).toEqual(expected)
  })
})

describe('faults are chosen by one number', () => {
  const points: Point[] = [
    ...Array.from({ length: 9 }, (_, nth) => ({ part: 'd1', name: 'DB.batch', nth }) as const),
    { part: 'kv', name: 'GATE.get', nth: 0 },
    { part: 'r2', name: 'FILES.put if', nth: 0 },
    ...Array.from({ length: 5 }, (_, nth) => ({ part: 'clock', name: 'clock', nth }) as const),
  ]
  const chosen = (seed: number, share = 1) => injectionsOf(points, { seed, share })

  test('the same number chooses the same ones, and another number others', () => {
    expect(chosen(1)).toEqual(chosen(1))
    expect(chosen(1)).not.toEqual(chosen(2))
    expect(chosen(1, 0.1)).toEqual(chosen(1, 0.1))
  })

  test.each([1, 2, 3])('every point has one before and one after it, and every fault has a point (%i)', (seed) => {
    const all = chosen(seed)
    for (const { part, name, nth } of points.filter((point) => point.part !== 'clock')) {
      const moments = all
        .filter(({ point }) => point.name === name && point.nth === nth)
        .map(({ fault }) => fault.moment)
      expect(moments, `${name} ${nth}`).toContain('before')
      // Of a read of KV nothing is lost but what is read.
      if (part !== 'kv') expect(moments, `${name} ${nth}`).toContain('after')
    }
    const names = new Set(all.map(({ fault }) => fault.name))
    const possible = FAULTS.filter((fault) =>
      points.some(({ part, name }) => part === fault.part && (fault.only?.test(name) ?? true)),
    )
    expect(possible.filter(({ name }) => !names.has(name))).toEqual([])
  })

  test('a tenth of them is never none, and ten numbers have them all', () => {
    const some = Array.from({ length: 60 }, (_, seed) => chosen(seed, 0.1))
    expect(Math.min(...some.map(({ length }) => length))).toBeGreaterThan(0)
    expect(Math.max(...some.map(({ length }) => length))).toBeLessThanOrEqual(Math.ceil(chosen(1).length / 10) + 1)
    const points = new Set(some.flat().map(({ point, fault }) => `${point.name} ${point.nth} ${fault.moment}`))
    for (let nth = 0; nth < 9; nth++)
      for (const moment of ['before', 'after']) expect(points).toContain(`DB.batch ${nth} ${moment}`)
    expect(
      injectionsOf(points.size > 0 ? [{ part: 'mail', name: 'MAIL.send', nth: 0 }] : [], { seed: 1, share: 0.1 }),
    ).toHaveLength(1)
  })
})
