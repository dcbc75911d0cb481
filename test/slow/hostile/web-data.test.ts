import fc from 'fast-check'
import { parseFragment, type DefaultTreeAdapterTypes as Tree } from 'parse5'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import { beforeAll, expect, it } from 'vitest'
import { FORMATS } from '#worker/backend/data/schema.ts'
import { scrapePage } from '#worker/backend/data/page/scrape.ts'
import { Guard } from '#worker/http/outbound/guarded-fetch.ts'
import { createTestApp } from '../../support/app.ts'
import { as, PROJECT, sendJson } from '../../support/backend.ts'
import { freshDatabase } from '../../support/env.ts'
import { runs } from '../../support/hostile-requests.ts'
import { takeConsole } from '../../support/quiet.ts'
import { createFakeInternet } from '../../worker/data/outside.ts'
import { HOSTILE_RESOLUTIONS, hostileUrls } from './addresses.ts'
import { hostilePages } from './pages.ts'

const GATE = 'https://gate.example/'
const REFUSED = { code: 'ADDRESS_REFUSED', status: 400 }

/** A guard in front of a fake network that redirects at the gate. */
function guarded({
  to = '',
  resolve = () => ['93.184.216.34'],
}: {
  to?: string
  resolve?: (name: string) => readonly string[]
}) {
  const left: string[] = []
  const guard = new Guard({
    allowLoopback: false,
    resolve: async (name) => resolve(name),
    send: async (input) => {
      left.push(String(input))
      return String(input) === GATE && to !== ''
        ? new Response(null, { status: 302, headers: [['location', to]] })
        : new Response('secret')
    },
  })
  return { guard, left }
}

const getCode = (sending: Promise<unknown>): Promise<unknown> =>
  sending.then(
    () => 'let out',
    (thrown: unknown) => (thrown as { code?: unknown }).code,
  )

/** Returns true if a URL fits into a header and does not resolve to the same site. */
const isRedirect = (url: string) => /^[\t\x20-\xff]+$/.test(url) && /^[a-z][\w+.-]*:[/\\]{2}/i.test(url)

it('sends no request to a private URL, directly or by redirect', async () => {
  expect(new Set(hostileUrls).size).toBeGreaterThanOrEqual(300)
  const reached: string[] = []
  for (const url of hostileUrls) {
    const straight = guarded({})
    const codes = [await getCode(straight.guard.fetch(url)), await getCode(straight.guard.require(url))]
    const sent = guarded({ to: url })
    if (isRedirect(url)) codes.push(await getCode(sent.guard.fetch(GATE)))
    const isRefused = codes.every((code) => code === REFUSED.code)
    if (!isRefused || straight.left.length > 0 || sent.left.some((one) => one !== GATE)) reached.push(url)
  }
  expect(reached).toEqual([])
})

it('sends no request to a host that resolves to a private IP address', async () => {
  const reached: unknown[] = []
  for (const addresses of HOSTILE_RESOLUTIONS) {
    const { guard, left } = guarded({ resolve: () => addresses })
    const code = await getCode(guard.fetch('https://named.example/'))
    if (code !== REFUSED.code || left.length > 0) reached.push(addresses)
  }
  expect(reached).toEqual([])
})

beforeAll(freshDatabase)

it('rejects private URLs at each route that fetches', async () => {
  const { overrides, requests } = createFakeInternet({})
  const app = createTestApp(overrides)
  const refused = expect.toBeOneOf(['ADDRESS_REFUSED', 'VALIDATION_ERROR'])
  const calls = ['scrape', 'extract-from-url', 'fetch']
  for (const [i, url] of hostileUrls.entries()) {
    const path = `/api/data/${PROJECT}/${calls[i % calls.length]}`
    const response = await sendJson(app, path, { url }, { headers: as.service() })
    expect([url, response.status, await response.json()]).toEqual([
      url,
      400,
      expect.objectContaining({ code: refused }),
    ])
  }
  expect(requests).toEqual([])
  takeConsole()
})

it('resolves a host again at each redirect (DNS rebinding)', async () => {
  let request = 0
  const { guard, left } = guarded({ to: '/again', resolve: () => [request++ === 0 ? '93.184.216.34' : '127.0.0.1'] })
  await expect(guard.fetch(GATE)).rejects.toMatchObject(REFUSED)
  expect(left).toEqual([GATE])
})

const HERE = new URL('https://here.example/page')
const markdownReader = unified().use(remarkParse).use(remarkGfm)
const HARMLESS = /^(?:https?|mailto|tel):/i
const RUNS = new Set('script style iframe object embed svg math template form input base meta link noscript'.split(' '))

type MarkdownNode = { type: string; url?: string; value?: string; children?: MarkdownNode[] }

/** Returns the parts of Markdown that are executable or link to something executable. */
function faultsOfMarkdown(node: MarkdownNode): string[] {
  const own = [
    ...(node.type === 'html' ? [`html ${node.value}`] : []),
    ...(node.url !== undefined && node.url !== '' && !HARMLESS.test(node.url) ? [`${node.type} ${node.url}`] : []),
  ]
  return [...own, ...(node.children ?? []).flatMap(faultsOfMarkdown)]
}

function faultsOfHtml(node: Tree.ChildNode | Tree.DocumentFragment): string[] {
  const own =
    'tagName' in node
      ? [
          ...(RUNS.has(node.tagName) ? [node.tagName] : []),
          ...node.attrs.flatMap(({ name, value }) =>
            /^(?:on|style$|srcdoc$|xlink|formaction$|id$)/.test(name) ||
            ((name === 'href' || name === 'src') && !HARMLESS.test(value))
              ? [`${name}=${value}`]
              : [],
          ),
        ]
      : []
  return [...own, ...('childNodes' in node ? node.childNodes.flatMap(faultsOfHtml) : [])]
}

it('leaves no script in the Markdown and HTML of a page', { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(hostilePages, async (html) => {
      const { markdown, html: clean, links, metadata } = await scrapePage(html, HERE, FORMATS)
      expect(faultsOfMarkdown(markdownReader.parse(markdown!) as MarkdownNode)).toEqual([])
      expect(faultsOfHtml(parseFragment(clean!))).toEqual([])
      for (const { url } of links!) expect(url).toMatch(HARMLESS)
      for (const url of [metadata!.url, metadata!.favicon, metadata!.image]) expect(url).toMatch(/^(?:https?:|$)/)
    }),
    runs(100),
  )
})
