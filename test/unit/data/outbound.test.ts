import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createGuard } from '#worker/http/outbound/guarded-fetch.ts'
import { createHostResolver } from '#worker/http/outbound/resolve-host.ts'

/** A real server, which misbehaves by its path. */
const asked: string[] = []
const answer: RequestListener = (request, response) => {
  asked.push(request.url!)
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

const server = createServer(answer)
let origin = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const guardOf = (allowLoopback: boolean) => {
  const resolve = createHostResolver(`${origin}/dns`, fetch)
  return createGuard({ send: fetch, resolve, allowLoopback })
}

test.each([
  ['/bomb', 'ANSWER_TOO_LARGE'],
  ['/large', 'ANSWER_TOO_LARGE'],
  ['/hang', 'UPSTREAM_TIMEOUT'],
  ['/silent', 'UPSTREAM_TIMEOUT'],
  ['/cut', 'UPSTREAM_FAILED'],
  ['/loop', 'UPSTREAM_FAILED'],
])('a server that answers at %s is given up in time', async (path, code) => {
  const timeoutMs = code === 'UPSTREAM_TIMEOUT' ? 300 : 10_000
  await expect(guardOf(true).fetch(origin + path, { timeoutMs })).rejects.toMatchObject({ code })
})

test('one on this machine is reached where that is allowed, by redirects too, and nowhere else', async () => {
  const found = await guardOf(true).fetch(`${origin}/twice`)
  expect([found.status, found.url.pathname, new TextDecoder().decode(found.bytes)]).toEqual([200, '/fine', 'fine'])
  asked.length = 0
  await expect(guardOf(false).fetch(`${origin}/fine`)).rejects.toMatchObject({ code: 'ADDRESS_REFUSED' })
  expect(asked).toEqual([])
})

test('a redirect is returned to a caller that follows it by itself', async () => {
  const { status, headers } = await guardOf(true).fetch(`${origin}/twice`, { followsRedirects: false })
  expect([status, headers.get('location')]).toEqual([302, '/fine'])
})

test('a request is aborted with its caller', async () => {
  const left = new AbortController()
  const answer = guardOf(true).fetch(`${origin}/silent`, { signal: left.signal })
  left.abort()
  await expect(answer).rejects.toMatchObject({ code: 'UPSTREAM_FAILED' })
})

describe('a name', () => {
  test('is asked for in both kinds of address, and may lead on to another name', async () => {
    asked.length = 0
    expect((await guardOf(false).require('https://a.example/x')).href).toBe('https://a.example/x')
    expect(asked.toSorted()).toEqual(['/dns?name=a.example&type=A', '/dns?name=a.example&type=AAAA'])
  })

  test.each(['none.example', 'odd.example', 'missing.example'])('%s that leads nowhere is refused', async (name) => {
    await expect(guardOf(false).require(`https://${name}/`)).rejects.toMatchObject({ code: 'ADDRESS_REFUSED' })
  })
})
