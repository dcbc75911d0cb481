import { describe, expect, test } from 'vitest'
import { createTestApp, ORIGIN } from '../../support/app.ts'
import { undocumentedIn } from '../../support/documented.ts'

test.each([
  ['of the product', '/openapi.json', '/openapi', 'POST /api/generations'],
  ['of the backend', '/openapi/backend.json', '/openapi/backend', 'POST /api/ai/{project}/text'],
])(
  'the document %s is served to programs of any site, and the page to people under the site’s own policy',
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

describe('the check of every answer', () => {
  const { calls } = createTestApp()
  const answer = (body: object, status = 200) => Response.json(body, { status })

  test.each([
    ['a field that is not documented', answer({ ok: true, more: 1 })],
    ['one that is missing', answer({})],
    ['a status that is not documented', answer({ ok: true }, 201)],
  ])('finds %s', async (_case, response) => {
    expect(await undocumentedIn(calls, 'GET', '/health', response)).toContain('GET /health answered')
  })

  const RAW = { headers: { 'content-type': 'text/plain' } }

  test.each([
    ['a field too many', answer({ channel: 'a', users: [], count: 0, more: 1 })],
    ['a body of another kind', new Response('none', RAW)],
    ['no body', new Response(null, { status: 204 })],
    ['a failure of another shape', answer({ error: 'no' }, 404)],
  ])('finds %s in the backend’s', async (_case, response) => {
    const path = '/api/realtime/fantasy-cards/presence?channel=a'
    expect(await undocumentedIn(calls, 'GET', path, response)).toContain('GET /api/realtime/:project/presence answered')
  })

  test('is content with what is documented, and judges nothing else', async () => {
    expect(await undocumentedIn(calls, 'GET', '/health', answer({ ok: true }))).toBeNull()
    expect(await undocumentedIn(calls, 'POST', '/api/ai/fantasy-cards/text', new Response('0:"Hi"\n', RAW))).toBeNull()
    expect(await undocumentedIn(calls, 'GET', '/rest/v1/notes', answer([{ id: 'a', tags: [1] }], 206))).toBeNull()
    expect(await undocumentedIn(calls, 'DELETE', '/rest/v1/notes', new Response(null, { status: 204 }))).toBeNull()
    expect(await undocumentedIn(calls, 'GET', '/elsewhere', answer({ any: 1 }))).toBeNull()
  })
})
