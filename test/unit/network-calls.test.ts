import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { findNetworkCalls } from '../support/network-calls.ts'

/** The API clients, and the face worker, which fetches its own files. */
const CLIENTS = ['web/src/lib/', 'web/src/photo/face-worker.ts']

const files = readdirSync('web', { recursive: true, encoding: 'utf8' })
  .map((name) => `web/${name}`)
  .filter((file) => /\.(?:[mc]?[jt]sx?|html)$/.test(file) && !/^web\/(?:dist|server|node_modules)\//.test(file))

test('allows only the API clients of the web app to use the network', () => {
  const reaching = files
    .map((file) => [file, findNetworkCalls(readFileSync(file, 'utf8'))] as const)
    .filter(([, calls]) => calls.length > 0)
    .map(([file]) => file)
  expect(files.length).toBeGreaterThan(100)
  expect(reaching.filter((file) => !CLIENTS.some((path) => file.startsWith(path)))).toEqual([])
  expect(reaching.length).toBeGreaterThan(0)
})

describe('the network check itself', () => {
  test.each([
    'await fetch(url)',
    'const send = fetch',
    'window.fetch(url)',
    "globalThis['fetch'](url)",
    'const socket = new WebSocket(url)',
    'new EventSource(url)',
    'navigator.sendBeacon(url, body)',
    'new XMLHttpRequest()',
    '<script>fetch("/x")</script>',
  ])('detects the network call %s', (source) => expect(findNetworkCalls(source)).not.toEqual([]))

  test.each([
    'query.refetch()',
    'client.fetch(url)',
    '// fetch(url)',
    '/* new WebSocket(url) */',
    "const what = 'fetch'",
    'prefetch(url)',
    '<img fetchpriority="low">',
  ])('accepts %s, which is not a network call', (source) => expect(findNetworkCalls(source)).toEqual([]))
})
