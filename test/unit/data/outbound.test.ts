import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Guard } from '#worker/http/outbound/guarded-fetch.ts'
import { createHostResolver } from '#worker/http/outbound/resolve-host.ts'

/** A real server that misbehaves by path. */
const requests: string[] = []
const respond: RequestListener = (request, response) => {
  requests.push(request.url!)
  const { pathname, searchParams } = new URL(request.url!, 'http://here')
  if (pathname === '/bomb') return void response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb)
  if (pathname === '/large') return void response.writeHead(200, { 'content-length': 30_000_000 }).write('x')
  if (pathname === '/hang') return void response.writeHead(200).write('x')
  if (pathname === '/silent') return undefined
  if (pathname === '/cut')
    return void response.writeHead(200, { 'content-length': 10 }).write('x', () => request.destroy())
  if (pathname === '/loop') return void response.writeHead(302, { location: '/loop' }).end()
  if (pathname === '/twice') return void response.writeHead(302, { location: '/fine' }).end()
  if (pathname === '/dns') return void response.end(JSON.stringify(dns[searchParams.get('name')!] ?? { Status: 3 }))
  return void response.end('fine')
}
const bomb = gzipSync(new Uint8Array(40_000_000))
const record = (data: string, type = 1) => ({ type, data })
const dns: Record<string, object> = {
  'a.example': { Status: 0, Answer: [record('b.example.', 5), record('93.184.216.34')] },
  'none.example': { Status: 0 },
  'odd.example': { Status: 0, Answer: 'x' },
}

const server = createServer(respond)
let origin = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const createTestGuard = (allowLoopback: boolean) => {
  const resolve = createHostResolver(`${origin}/dns`, fetch)
  return new Guard({ send: fetch, resolve, allowLoopback })
}

test.each([
  ['/bomb', 'ANSWER_TOO_LARGE'],
  ['/large', 'ANSWER_TOO_LARGE'],
  ['/hang', 'UPSTREAM_TIMEOUT'],
  ['/silent', 'UPSTREAM_TIMEOUT'],
  ['/cut', 'UPSTREAM_FAILED'],
  ['/loop', 'UPSTREAM_FAILED'],
])('aborts a request for %s in time', async (path, code) => {
  const timeoutMs = code === 'UPSTREAM_TIMEOUT' ? 300 : 10_000
  await expect(createTestGuard(true).fetch(origin + path, { timeoutMs })).rejects.toMatchObject({ code })
})

test('reaches this machine only where allowed, also through redirects', async () => {
  const found = await createTestGuard(true).fetch(`${origin}/twice`)
  expect([found.status, found.url.pathname, new TextDecoder().decode(found.bytes)]).toEqual([200, '/fine', 'fine'])
  requests.length = 0
  await expect(createTestGuard(false).fetch(`${origin}/fine`)).rejects.toMatchObject({ code: 'ADDRESS_REFUSED' })
  expect(requests).toEqual([])
})

test('returns a redirect to a caller that follows redirects itself', async () => {
  const { status, headers } = await createTestGuard(true).fetch(`${origin}/twice`, { followsRedirects: false })
  expect([status, headers.get('location')]).toEqual([302, '/fine'])
})

test('aborts a request when its caller aborts', async () => {
  const left = new AbortController()
  const response = createTestGuard(true).fetch(`${origin}/silent`, { signal: left.signal })
  left.abort()
  await expect(response).rejects.toMatchObject({ code: 'UPSTREAM_FAILED' })
})

describe('DNS resolution', () => {
  test('resolves a host to both address families, and through a CNAME', async () => {
    requests.length = 0
    expect((await createTestGuard(false).require('https://a.example/x')).href).toBe('https://a.example/x')
    expect(requests.toSorted()).toEqual(['/dns?name=a.example&type=A', '/dns?name=a.example&type=AAAA'])
  })

  test.each(['none.example', 'odd.example', 'missing.example'])('rejects the unresolvable host %s', async (name) => {
    await expect(createTestGuard(false).require(`https://${name}/`)).rejects.toMatchObject({ code: 'ADDRESS_REFUSED' })
  })
})
