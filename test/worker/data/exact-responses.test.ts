import { beforeAll, describe, expect, it } from 'vitest'
import { createTestApp } from '../../support/app.ts'
import { as, PROJECT, sendJson } from '../../support/backend.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { takeConsole } from '../../support/quiet.ts'
import { createFakeInternet, type Stand } from './outside.ts'

const API = 'https://api.weather.example/v1'
const SECRETS = JSON.stringify({ weather: { value: '9007199254740993', hosts: ['api.weather.example'] } })

beforeAll(freshDatabase)

function open(stand: Stand, env: Record<string, string> = {}) {
  const outside = createFakeInternet({ [API]: stand })
  const app = createTestApp(outside.overrides, { ...testEnv(), ...env })
  const ask = async (body: string) => {
    const headers = { ...as.service(), 'content-type': 'application/json' }
    const response = await app.send(`/api/data/${PROJECT}/fetch`, { method: 'POST', headers, body })
    return { status: response.status, text: await response.text() }
  }
  return { ...outside, app, ask }
}
const json =
  (text: string, type = 'application/json') =>
  () =>
    new Response(text, { headers: { 'content-type': type } })

describe('JSON of another host', () => {
  it.each([
    '{"id":9007199254740993}',
    '{"deep":[{"id":-99999999999999999999999999}]}',
    '[0.1000000000000000055,1e400,123456789012345678901234567890.5]',
    '9007199254740993',
    String.raw`{"text":"9007199254740993 \" [[[["}`,
  ])('passes JSON through exactly: %s', async (text) => {
    const { ask } = open(json(text))
    expect((await ask(`{"url":"${API}"}`)).text).toContain(`"body":${text},`)
  })

  it('preserves every digit of a long number in request JSON', async () => {
    const { ask, requests } = open(json('{}'))
    await ask(`{"url":"${API}","method":"POST","body":{"id":9007199254740993}}`)
    expect(requests[0]!.body).toBe('{"id":9007199254740993}')
  })

  it('redacts a secret that is a long number', async () => {
    const { ask } = open(json('{"id":9007199254740993}'), { DATA_SECRETS: SECRETS })
    const { text } = await ask(JSON.stringify({ url: API, headers: { 'x-key': '{{weather}}' } }))
    takeConsole()
    expect(text).not.toContain('9007199254740993')
  })

  it.each([101, 20_000])('rejects JSON nested %i levels deep with a reason', async (depth) => {
    for (const text of ['['.repeat(depth) + ']'.repeat(depth), `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`]) {
      const { ask } = open(json(text))
      const { status, text: result } = await ask(`{"url":"${API}"}`)
      takeConsole()
      expect([status, result]).toEqual([502, expect.stringContaining('more than 100 levels')])
    }
  })

  it('accepts JSON nested 100 levels deep, or that only looks deeper', async () => {
    const deep = '['.repeat(100) + ']'.repeat(100)
    const flat = `[${'[],'.repeat(5000)}"${'['.repeat(200)}"]`
    for (const text of [deep, flat]) expect((await open(json(text)).ask(`{"url":"${API}"}`)).text).toContain(text)
  })
})

it('preserves long numbers in realtime messages', async () => {
  const { app } = open(json('{}'))
  const headers = { ...as.service(), 'content-type': 'application/json' }
  const body = '{"channel":"exact","type":"t","data":{"id":9007199254740993,"big":1e400}}'
  const sent = await app.send(`/api/realtime/${PROJECT}/publish`, { method: 'POST', headers, body })
  expect(sent.status).toBe(200)
  const stored = await app.send(`/api/realtime/${PROJECT}/messages?channel=exact`, { headers })
  expect(await stored.text()).toContain('"data":{"id":9007199254740993,"big":1e400}')
  const other = await sendJson(app, `/api/realtime/${PROJECT}/publish`, { channel: 'exact', type: 't' }, { headers })
  expect(other.status).toBe(200)
})
