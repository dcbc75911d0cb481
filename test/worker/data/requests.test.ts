import { beforeAll, describe, expect, test } from 'vitest'
import { createTestApp } from '../../support/app.ts'
import { confirmAll, createAuthApp, PASSWORD, type TokenResponse } from '../../support/auth.ts'
import { as, PROJECT, sendJson } from '../../support/backend.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { takeConsole } from '../../support/quiet.ts'
import { createFakeInternet, page, redirect, type Stand } from './outside.ts'

const BASE = `/api/data/${PROJECT}`
const API = 'https://api.weather.example/v1'
const SECRETS = JSON.stringify({ weather: { value: 'k&y "5ecret"', hosts: ['api.weather.example'] } })

beforeAll(freshDatabase)

function open(stands: Record<string, Stand>, env: Record<string, string> = {}, names: Record<string, string[]> = {}) {
  const outside = createFakeInternet(stands, names)
  const app = createTestApp(outside.overrides, Object.assign({ ...testEnv() }, { DATA_SECRETS: SECRETS }, env))
  const ask = async (body: unknown, call = 'fetch') => {
    const response = await sendJson(app, `${BASE}/${call}`, body, { headers: as.service() })
    const text = await response.text()
    // Upstream failures are logged.
    takeConsole()
    return { status: response.status, text, json: JSON.parse(text) as Record<string, never> }
  }
  return { ...outside, app, ask }
}

describe('the fetch proxy', () => {
  test('sends a request unchanged and returns the whole response, whatever its status', async () => {
    const { ask, requests } = open({
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
    expect(requests).toHaveLength(1)
    expect(requests[0]).toMatchObject({
      method: 'POST',
      url: `${API}?unit=m&days=3&place=a+b&place=c`,
      body: '{"deep":true}',
    })
    expect(requests[0]!.headers.get('x-mine')).toBe('yes')
    expect(requests[0]!.headers.get('content-type')).toBe('application/json')
  })

  test.each([
    ['text as text', page('hé', 'text/plain; charset=utf-8'), { body: 'hé' }],
    [
      'text of another charset',
      new Response(Uint8Array.of(0xe9), { headers: { 'content-type': 'text/plain; charset=latin1' } }),
      { body: 'é' },
    ],
    ['malformed JSON as text', page('{"a":', 'application/json'), { body: '{"a":' }],
    [
      'bytes in base64',
      new Response(Uint8Array.of(0, 255, 7), { headers: { 'content-type': 'image/png' } }),
      { body: 'AP8H', bodyEncoding: 'base64' },
    ],
    ['an empty body as an empty string', new Response(null, { status: 204 }), { body: '', status: 204 }],
  ])('returns %s', async (_, response, expected) => {
    expect((await open({ [API]: response }).ask({ url: API })).json).toMatchObject(expected)
  })

  test('starts a background request before it responds to the caller', async () => {
    const { ask, requests } = open({ [API]: page('late') })
    expect((await ask({ url: API, async: true })).json).toMatchObject({
      status: 'triggered',
      message: expect.any(String),
    })
    expect(requests).toHaveLength(1)
  })

  test.each([
    ['no URL', { url: ' ' }, 400, 'VALIDATION_ERROR'],
    ['another method', { url: API, method: 'TRACE' }, 400, 'VALIDATION_ERROR'],
    ['a body on a GET', { url: API, body: 'x' }, 400, 'VALIDATION_ERROR'],
    ['a connection header', { url: API, headers: { Host: 'else.example' } }, 400, 'VALIDATION_ERROR'],
    ['a visitor’s IP address', { url: API, headers: { 'CF-Connecting-IP': '1.2.3.4' } }, 400, 'VALIDATION_ERROR'],
    ['a header injection', { url: API, headers: { 'x-a': 'b\r\nx-c: d' } }, 400, 'VALIDATION_ERROR'],
    ['a loopback URL', { url: 'http://127.0.0.1/' }, 400, 'ADDRESS_REFUSED'],
    ['an unknown secret', { url: API, headers: { a: '{{nothing}}' } }, 400, 'VALIDATION_ERROR'],
    ['a secret for another host', { url: 'https://else.example/{{weather}}' }, 403, 'FORBIDDEN'],
    ['a secret for another port', { url: 'https://api.weather.example:8443/{{weather}}' }, 403, 'FORBIDDEN'],
    [
      'a secret over plain HTTP',
      { url: API.replace('https', 'http'), headers: { a: '{{weather}}' } },
      403,
      'FORBIDDEN',
    ],
  ])('rejects a request with %s, and sends nothing', async (_, body, status, code) => {
    const { ask, requests } = open({ [API]: page('') })
    expect(await ask(body)).toMatchObject({ status, json: { code } })
    expect(await ask({ ...body, async: true })).toMatchObject({ status, json: { code } })
    expect(requests).toEqual([])
  })

  test('rejects signed-in users the use of secrets', async () => {
    const { requests, overrides } = createFakeInternet({ [API]: page('') })
    const app = createAuthApp({ DATA_SECRETS: SECRETS }, overrides)
    const { body } = await app.post<TokenResponse>('/signup', { email: 'reader@example.com', password: PASSWORD })
    const headers = { authorization: `Bearer ${body.access_token}` }
    const unconfirmed = await sendJson(app, `${BASE}/fetch`, { url: API }, { headers })
    expect([unconfirmed.status, requests]).toEqual([403, []])
    await confirmAll()
    for (const isAsync of [true, false]) {
      const request = { url: API, headers: { key: '{{weather}}' }, async: isAsync }
      const response = await sendJson(app, `${BASE}/fetch`, request, { headers })
      expect([response.status, await response.json()]).toMatchObject([
        403,
        { code: 'FORBIDDEN', error: 'Only the service key may use secrets.' },
      ])
    }
    expect(requests).toEqual([])
  })

  test('sends secrets only to their own host, and redacts them in the response', async () => {
    const value = 'k&y "5ecret"'
    const echo: Stand = ({ url, headers, body }) =>
      Response.json({ url, key: headers.get('x-key'), body, packed: btoa(value) }, { headers: { 'x-echo': value } })
    const { ask, requests } = open({ [API]: echo, [`${API}/k%26y%20%225ecret%22`]: echo })
    const { text, json } = await ask({
      url: `${API}/{{weather}}`,
      method: 'POST',
      headers: { 'x-key': 'Key {{ weather }}' },
      query: { key: '{{ weather }}' },
      body: { key: '{{weather}}' },
    })

    expect(new URL(requests[0]!.url).searchParams.get('key')).toBe(value)
    expect(decodeURIComponent(new URL(requests[0]!.url).pathname)).toContain(value)
    expect(requests[0]!.headers.get('x-key')).toBe(`Key ${value}`)
    expect(JSON.parse(requests[0]!.body)).toEqual({ key: value })
    expect(json['body']).toMatchObject({ key: 'Key {{weather}}', packed: '{{weather}}' })
    for (const spelling of ['5ecret', btoa(value).slice(0, -1)]) expect(text).not.toContain(spelling)
  })
})

describe('redirects', () => {
  const NEXT = 'https://other.example/next'

  test('drops credentials and the body on a cross-origin redirect', async () => {
    const { ask, requests } = open({ [API]: redirect(NEXT), [NEXT]: page('there', 'text/plain') })
    const headers = { authorization: 'Bearer x', cookie: 'a=b', 'x-api-key': '{{weather}}', 'accept-language': 'fr' }
    expect((await ask({ url: API, method: 'POST', body: 'b', headers })).json).toMatchObject({
      status: 200,
      body: 'there',
    })
    expect(requests[1]).toMatchObject({ method: 'GET', url: NEXT, body: '' })
    const names = [...requests[1]!.headers.keys()].filter((name) => !['accept', 'user-agent'].includes(name))
    expect(names).toEqual(['accept-language'])
    expect(requests[1]!.headers.get('accept-language')).toBe('fr')
  })

  test('keeps credentials on a same-origin redirect, and the body only for 307 and 308', async () => {
    const stands = { [API]: redirect('/kept', 307), 'https://api.weather.example/kept': redirect('/seen', 303) }
    const { ask, requests } = open(stands)
    await ask({ url: API, method: 'PUT', body: 'b', headers: { authorization: 'Bearer x' } })
    expect(requests.map(({ method, body, headers }) => [method, body, headers.get('authorization')])).toEqual([
      ['PUT', 'b', 'Bearer x'],
      ['PUT', 'b', 'Bearer x'],
      ['GET', '', 'Bearer x'],
    ])
  })

  test.each([
    ['to the cloud metadata service', redirect('http://169.254.169.254/latest/meta-data'), 400, 'ADDRESS_REFUSED', 1],
    ['to a host with a private IP address', redirect('https://inner.example/'), 400, 'ADDRESS_REFUSED', 1],
    ['to another scheme', redirect('file:///etc/passwd'), 400, 'ADDRESS_REFUSED', 1],
    ['to itself forever', redirect(API), 502, 'UPSTREAM_FAILED', 6],
    ['that would send the body to another origin', redirect(NEXT, 308), 502, 'UPSTREAM_FAILED', 1],
  ])('stops a redirect %s', async (_, response, status, code, count) => {
    const { ask, requests } = open({ [API]: response }, {}, { 'inner.example': ['93.184.216.34', '10.0.0.7'] })
    expect(await ask({ url: API, method: 'POST', body: 'b' })).toMatchObject({ status, json: { code } })
    expect(requests).toHaveLength(count)
  })
})

describe('authorization', () => {
  test.each(['extract-from-url', 'extract-from-blob', 'scrape', 'screenshot', 'fetch', 'search'])(
    'requires a signed-in user for %s',
    async (call) => {
      const { app, requests } = open({ [API]: page('') })
      for (const headers of [as.keyless(), as.public(), await as.edge()]) {
        const response = await sendJson(app, `${BASE}/${call}`, { url: API, q: 'x' }, { headers })
        expect([response.status, (await response.json<{ code: string }>()).code]).toEqual([403, 'FORBIDDEN'])
      }
      expect((await sendJson(app, `/api/data/other/${call}`, {}, { headers: as.service() })).status).toBe(404)
      expect(requests).toEqual([])
    },
  )
})
