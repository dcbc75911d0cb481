import { beforeAll, describe, expect, test } from 'vitest'
import { createTestApp } from '../../support/app.ts'
import { confirmAll, createAuthApp, PASSWORD, type TokenAnswer } from '../../support/auth.ts'
import { as, PROJECT, sendJson } from '../../support/backend.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { takeConsole } from '../../support/quiet.ts'
import { createOutside, page, redirect, type Stand } from './outside.ts'

const BASE = `/api/data/${PROJECT}`
const API = 'https://api.weather.example/v1'
const SECRETS = JSON.stringify({ weather: { value: 'k&y "5ecret"', hosts: ['api.weather.example'] } })

beforeAll(freshDatabase)

function open(stands: Record<string, Stand>, env: Record<string, string> = {}, names: Record<string, string[]> = {}) {
  const outside = createOutside(stands, names)
  const app = createTestApp(outside.overrides, Object.assign({ ...testEnv() }, { DATA_SECRETS: SECRETS }, env))
  const ask = async (body: unknown, call = 'fetch') => {
    const response = await sendJson(app, `${BASE}/${call}`, body, { headers: as.service() })
    const text = await response.text()
    // Whatever the other side is to blame for is logged.
    takeConsole()
    return { status: response.status, text, json: JSON.parse(text) as Record<string, never> }
  }
  return { ...outside, app, ask }
}

describe('a request through the backend', () => {
  test('goes out as it was asked for and comes back whole, whatever its status', async () => {
    const { ask, asked } = open({
      [API]: () => Response.json({ wind: [1, 2] }, { status: 418, headers: { 'x-station': 'north' } }),
    })
    const { json } = await ask({
      url: `${API}?unit=m#part`,
      method: 'post',
      headers: { 'X-Mine': 'yes' },
      query: { days: 3, place: ['a b', 'c'] },
      body: { deep: true },
    })

    expect(json).toMatchObject({ status: 418, body: { wind: [1, 2] }, headers: { 'x-station': 'north' } })
    expect(json['durationMs']).toBeGreaterThanOrEqual(0)
    expect(asked).toHaveLength(1)
    expect(asked[0]).toMatchObject({
      method: 'POST',
      url: `${API}?unit=m&days=3&place=a+b&place=c`,
      body: '{"deep":true}',
    })
    expect(asked[0]!.headers.get('x-mine')).toBe('yes')
    expect(asked[0]!.headers.get('content-type')).toBe('application/json')
  })

  test.each([
    ['text as text', page('hé', 'text/plain; charset=utf-8'), { body: 'hé' }],
    [
      'text of another charset',
      new Response(Uint8Array.of(0xe9), { headers: { 'content-type': 'text/plain; charset=latin1' } }),
      { body: 'é' },
    ],
    ['what calls itself JSON and is none as text', page('{"a":', 'application/json'), { body: '{"a":' }],
    [
      'bytes in base64',
      new Response(Uint8Array.of(0, 255, 7), { headers: { 'content-type': 'image/png' } }),
      { body: 'AP8H', bodyEncoding: 'base64' },
    ],
    ['nothing as nothing', new Response(null, { status: 204 }), { body: '', status: 204 }],
  ])('gives back %s', async (_, answer, expected) => {
    expect((await open({ [API]: answer }).ask({ url: API })).json).toMatchObject(expected)
  })

  test('in the background is under way when its caller is answered', async () => {
    const { ask, asked } = open({ [API]: page('late') })
    expect((await ask({ url: API, async: true })).json).toMatchObject({
      status: 'triggered',
      message: expect.any(String),
    })
    expect(asked).toHaveLength(1)
  })

  test.each([
    ['no address', { url: ' ' }, 400, 'VALIDATION_ERROR'],
    ['another method', { url: API, method: 'TRACE' }, 400, 'VALIDATION_ERROR'],
    ['a body that GET cannot have', { url: API, body: 'x' }, 400, 'VALIDATION_ERROR'],
    ['a header of the connection', { url: API, headers: { Host: 'else.example' } }, 400, 'VALIDATION_ERROR'],
    ['a visitor’s address', { url: API, headers: { 'CF-Connecting-IP': '1.2.3.4' } }, 400, 'VALIDATION_ERROR'],
    ['a header within a header', { url: API, headers: { 'x-a': 'b\r\nx-c: d' } }, 400, 'VALIDATION_ERROR'],
    ['an address of this machine', { url: 'http://127.0.0.1/' }, 400, 'ADDRESS_REFUSED'],
    ['an unknown secret', { url: API, headers: { a: '{{nothing}}' } }, 400, 'VALIDATION_ERROR'],
    ['a secret for a stranger', { url: 'https://else.example/{{weather}}' }, 403, 'FORBIDDEN'],
    ['a secret for another port', { url: 'https://api.weather.example:8443/{{weather}}' }, 403, 'FORBIDDEN'],
    ['a secret in the clear', { url: API.replace('https', 'http'), headers: { a: '{{weather}}' } }, 403, 'FORBIDDEN'],
  ])('with %s is refused, and nothing is sent', async (_, body, status, code) => {
    const { ask, asked } = open({ [API]: page('') })
    expect(await ask(body)).toMatchObject({ status, json: { code } })
    expect(await ask({ ...body, async: true })).toMatchObject({ status, json: { code } })
    expect(asked).toEqual([])
  })

  test('of a signed-in user may use no secret', async () => {
    const { asked, overrides } = createOutside({ [API]: page('') })
    const app = createAuthApp({ DATA_SECRETS: SECRETS }, overrides)
    const { body } = await app.post<TokenAnswer>('/signup', { email: 'reader@example.com', password: PASSWORD })
    const headers = { authorization: `Bearer ${body.access_token}` }
    const unconfirmed = await sendJson(app, `${BASE}/fetch`, { url: API }, { headers })
    expect([unconfirmed.status, asked]).toEqual([403, []])
    await confirmAll()
    for (const isAsync of [true, false]) {
      const request = { url: API, headers: { key: '{{weather}}' }, async: isAsync }
      const response = await sendJson(app, `${BASE}/fetch`, request, { headers })
      expect([response.status, await response.json()]).toMatchObject([
        403,
        { code: 'FORBIDDEN', error: 'Only the service may use secrets.' },
      ])
    }
    expect(asked).toEqual([])
  })

  test('takes secrets to their host, in every place, and brings none of them back', async () => {
    const value = 'k&y "5ecret"'
    const echo: Stand = ({ url, headers, body }) =>
      Response.json({ url, key: headers.get('x-key'), body, packed: btoa(value) }, { headers: { 'x-echo': value } })
    const { ask, asked } = open({ [API]: echo, [`${API}/k%26y%20%225ecret%22`]: echo })
    const { text, json } = await ask({
      url: `${API}/{{weather}}`,
      method: 'POST',
      headers: { 'x-key': 'Key {{ weather }}' },
      query: { key: '{{ weather }}' },
      body: { key: '{{weather}}' },
    })

    expect(new URL(asked[0]!.url).searchParams.get('key')).toBe(value)
    expect(decodeURIComponent(new URL(asked[0]!.url).pathname)).toContain(value)
    expect(asked[0]!.headers.get('x-key')).toBe(`Key ${value}`)
    expect(JSON.parse(asked[0]!.body)).toEqual({ key: value })
    expect(json['body']).toMatchObject({ key: 'Key {{weather}}', packed: '{{weather}}' })
    for (const spelling of ['5ecret', btoa(value).slice(0, -1)]) expect(text).not.toContain(spelling)
  })
})

describe('a redirect', () => {
  const NEXT = 'https://other.example/next'

  test('takes neither credentials nor a body to another place', async () => {
    const { ask, asked } = open({ [API]: redirect(NEXT), [NEXT]: page('there', 'text/plain') })
    const headers = { authorization: 'Bearer x', cookie: 'a=b', 'x-api-key': '{{weather}}', 'accept-language': 'fr' }
    expect((await ask({ url: API, method: 'POST', body: 'b', headers })).json).toMatchObject({
      status: 200,
      body: 'there',
    })
    expect(asked[1]).toMatchObject({ method: 'GET', url: NEXT, body: '' })
    const told = [...asked[1]!.headers.keys()].filter((name) => !['accept', 'user-agent'].includes(name))
    expect(told).toEqual(['accept-language'])
    expect(asked[1]!.headers.get('accept-language')).toBe('fr')
  })

  test('keeps both at the same place, and the body only where the status says so', async () => {
    const stands = { [API]: redirect('/kept', 307), 'https://api.weather.example/kept': redirect('/seen', 303) }
    const { ask, asked } = open(stands)
    await ask({ url: API, method: 'PUT', body: 'b', headers: { authorization: 'Bearer x' } })
    expect(asked.map(({ method, body, headers }) => [method, body, headers.get('authorization')])).toEqual([
      ['PUT', 'b', 'Bearer x'],
      ['PUT', 'b', 'Bearer x'],
      ['GET', '', 'Bearer x'],
    ])
  })

  test.each([
    ['to the clouds’ metadata', redirect('http://169.254.169.254/latest/meta-data'), 400, 'ADDRESS_REFUSED', 1],
    ['to a name of an inner address', redirect('https://inner.example/'), 400, 'ADDRESS_REFUSED', 1],
    ['to another scheme', redirect('file:///etc/passwd'), 400, 'ADDRESS_REFUSED', 1],
    ['to itself for ever', redirect(API), 502, 'UPSTREAM_FAILED', 6],
    ['that wants the body elsewhere', redirect(NEXT, 308), 502, 'UPSTREAM_FAILED', 1],
  ])('%s ends there', async (_, answer, status, code, requests) => {
    const { ask, asked } = open({ [API]: answer }, {}, { 'inner.example': ['93.184.216.34', '10.0.0.7'] })
    expect(await ask({ url: API, method: 'POST', body: 'b' })).toMatchObject({ status, json: { code } })
    expect(asked).toHaveLength(requests)
  })
})

describe('a caller', () => {
  test.each(['extract-from-url', 'extract-from-blob', 'scrape', 'screenshot', 'fetch', 'search'])(
    'for %s needs a signed-in user',
    async (call) => {
      const { app, asked } = open({ [API]: page('') })
      for (const headers of [as.keyless(), as.public(), await as.edge()]) {
        const response = await sendJson(app, `${BASE}/${call}`, { url: API, q: 'x' }, { headers })
        expect([response.status, (await response.json<{ code: string }>()).code]).toEqual([403, 'FORBIDDEN'])
      }
      expect((await sendJson(app, `/api/data/other/${call}`, {}, { headers: as.service() })).status).toBe(404)
      expect(asked).toEqual([])
    },
  )
})
