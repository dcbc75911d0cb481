import { describe, expect, test } from 'vitest'
import { createTestApp, ORIGIN } from '../../support/app.ts'
import { undocumentedIn } from '../../support/documented.ts'

test('the document is served to programs of any site, and the page to people under the site’s own policy', async () => {
  const { send } = createTestApp()
  const document = await send('/openapi.json')
  expect(document.headers.get('access-control-allow-origin')).toBe('*')
  expect(await document.json()).toMatchObject({ openapi: '3.1.0', servers: [{ url: ORIGIN }] })

  const page = await send('/openapi')
  const text = await page.text()
  expect([page.status, page.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/html')])
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(text).toContain('POST /api/generations')
  expect(text).not.toMatch(/(?:src|href)="https?:/)
})

describe('the check of every answer', () => {
  const answer = (body: object, status = 200) => Response.json(body, { status })

  test.each([
    ['a field that is not documented', answer({ ok: true, more: 1 })],
    ['one that is missing', answer({})],
    ['a status that is not documented', answer({ ok: true }, 201)],
  ])('finds %s', async (_case, response) => {
    expect(await undocumentedIn('GET', '/health', response)).toContain('get /health answered')
  })

  test('is content with what is documented, and judges nothing else', async () => {
    expect(await undocumentedIn('GET', '/health', answer({ ok: true }))).toBeNull()
    expect(await undocumentedIn('GET', '/elsewhere', answer({ any: 1 }))).toBeNull()
  })
})
