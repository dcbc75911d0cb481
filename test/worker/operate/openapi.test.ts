import { describe, expect, test } from 'vitest'
import { createTestApp, ORIGIN } from '../../support/app.ts'
import { findUndocumented } from '../../support/documented.ts'

test.each([
  ['of the product', '/openapi.json', '/openapi', 'POST /api/generations'],
  ['of the backend', '/openapi/backend.json', '/openapi/backend', 'POST /api/ai/{project}/text'],
])(
  'serves the OpenAPI document %s to any origin, and its page under the site’s own policy',
  async (_api, document, page, call) => {
    const { send } = createTestApp()
    const served = await send(document)
    expect(served.headers.get('access-control-allow-origin')).toBe('*')
    expect(await served.json()).toMatchObject({ openapi: '3.1.0', servers: [{ url: ORIGIN }] })

    const read = await send(page)
    const text = await read.text()
    expect([read.status, read.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/html')])
    expect(read.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(text).toContain(call)
    expect(text).not.toMatch(/(?:src|href)="https?:/)
  },
)

describe('the check of every response', () => {
  const { calls } = createTestApp()
  const respond = (body: object, status = 200) => Response.json(body, { status })

  test.each([
    ['a field that is not documented', respond({ ok: true, more: 1 })],
    ['a missing field', respond({})],
    ['a status that is not documented', respond({ ok: true }, 201)],
  ])('reports an undocumented response: %s', async (_case, response) => {
    expect(await findUndocumented(calls, 'GET', '/health', response)).toContain('GET /health answered')
  })

  const RAW = { headers: { 'content-type': 'text/plain' } }

  test.each([
    ['an extra field', respond({ channel: 'a', users: [], count: 0, more: 1 })],
    ['a body of another type', new Response('none', RAW)],
    ['no body', new Response(null, { status: 204 })],
    ['an error of another shape', respond({ error: 'no' }, 404)],
  ])('reports an undocumented response of the backend: %s', async (_case, response) => {
    const path = '/api/realtime/fantasy-cards/presence?channel=a'
    expect(await findUndocumented(calls, 'GET', path, response)).toContain(
      'GET /api/realtime/:project/presence answered',
    )
  })

  test('accepts every documented response, and ignores streams and tables', async () => {
    expect(await findUndocumented(calls, 'GET', '/health', respond({ ok: true }))).toBeNull()
    expect(
      await findUndocumented(calls, 'POST', '/api/ai/fantasy-cards/text', new Response('0:"Hi"\n', RAW)),
    ).toBeNull()
    expect(await findUndocumented(calls, 'GET', '/rest/v1/notes', respond([{ id: 'a', tags: [1] }], 206))).toBeNull()
    expect(await findUndocumented(calls, 'DELETE', '/rest/v1/notes', new Response(null, { status: 204 }))).toBeNull()
    expect(await findUndocumented(calls, 'GET', '/elsewhere', respond({ any: 1 }))).toBeNull()
  })
})
