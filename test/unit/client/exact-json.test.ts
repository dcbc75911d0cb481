import { describe, expect, it } from 'vitest'
import { decodeJson, encodeJson } from '#shared/client/exact-json.ts'
import { createRecorder, getRejection } from './recorder.ts'

const ODD = '9007199254740993'

describe('JSON with whole numbers beyond 2^53', () => {
  it('reads integers beyond 2^53 as bigints and writes them back, and keeps other numbers unchanged', () => {
    const text = `{"id":${ODD},"deep":[-99999999999999999999,9007199254740991,0.5,"${ODD}"]}`
    expect(decodeJson(text)).toEqual({
      id: 9007199254740993n,
      deep: [-99999999999999999999n, 9007199254740991, 0.5, ODD],
    })
    expect(encodeJson(decodeJson(text))).toBe(text)
    expect(decodeJson('[1e300,0.1000000000000000055]')).toEqual([1e300, 0.1])
    expect(() => decodeJson('{"a":')).toThrow(SyntaxError)
  })
})

describe('the client', () => {
  const respond = () => new Response(`[{"id":${ODD}}]`, { headers: { 'content-type': 'application/json' } })

  it('filters by exactly the id it has read', async () => {
    const { client, requests } = createRecorder(respond)
    const [row] = await client.rest('t').select()
    expect(row).toEqual({ id: 9007199254740993n })
    await client.db.table('t').deleteMany({ id: row!['id'] as bigint })
    expect(requests[1]!.url).toContain(`id=eq.${ODD}`)
  })

  it('rejects a number that has already been rounded', async () => {
    const { client, requests } = createRecorder([])
    for (const id of [2 ** 53, -(2 ** 60)])
      expect(await getRejection(client.db.table('t').deleteMany({ id }))).toMatchObject({ code: 'VALIDATION_ERROR' })
    expect(requests).toEqual([])
  })
})
