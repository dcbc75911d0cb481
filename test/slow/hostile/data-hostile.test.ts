import fc from 'fast-check'
import { parseFragment, type DefaultTreeAdapterTypes as Tree } from 'parse5'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import { beforeAll, expect, inject, test } from 'vitest'
import { FORMATS } from '#worker/backend/data/schema.ts'
import { scrapePage } from '#worker/backend/data/page/scrape.ts'
import { createGuard } from '#worker/http/outbound/guarded-fetch.ts'
import { createTestApp } from '../../support/app.ts'
import { as, PROJECT, sendJson } from '../../support/backend.ts'
import { freshDatabase } from '../../support/env.ts'
import { inTime } from '../../support/hostile-requests.ts'
import { takeConsole } from '../../support/quiet.ts'
import { tellAttempts } from '../../support/tell-attempts.ts'
import { hostilePages } from '../../worker/data/hostile-pages.ts'
import { hostileAnswers, hostileUrls } from '../../worker/data/hostile-urls.ts'
import { createOutside } from '../../worker/data/outside.ts'

/** All of it by `npm run hostile`, else a tenth; replayable from the seed. */
const { seed, share } = inject('hostile')
const some = <T>(all: readonly T[]) => all.filter((_, i) => i % Math.round(1 / share) === seed % Math.round(1 / share))

const GATE = 'https://gate.example/'
const REFUSED = { code: 'ADDRESS_REFUSED', status: 400 }

/** A guard in front of a network that answers whatever leaves: by a redirect at the gate. */
function guarded({
  to = '',
  resolve = () => ['93.184.216.34'],
}: {
  to?: string
  resolve?: (name: string) => readonly string[]
}) {
  const left: string[] = []
  const guard = createGuard({
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

test('there are three hundred hostile addresses', () => {
  expect(new Set(hostileUrls).size).toBeGreaterThanOrEqual(300)
})

test.each(some(hostileUrls))('nothing is asked of %j, neither straight nor by a redirect', async (url) => {
  const straight = guarded({})
  await expect(straight.guard.fetch(url)).rejects.toMatchObject(REFUSED)
  await expect(straight.guard.require(url)).rejects.toMatchObject(REFUSED)
  expect(straight.left).toEqual([])

  // No redirect to what no header can hold, nor to what means a place on the same site.
  const isHeader = /^[\t\x20-\xff]+$/.test(url) && /^[a-z][\w+.-]*:[/\\]{2}/i.test(url)
  if (!isHeader) return
  const sent = guarded({ to: url })
  await expect(sent.guard.fetch(GATE)).rejects.toMatchObject(REFUSED)
  expect(sent.left).toEqual([GATE])
})

beforeAll(freshDatabase)

test.each(['scrape', 'extract-from-url', 'fetch'])('nothing is asked of them by the route %s either', async (call) => {
  const { overrides, asked } = createOutside({})
  const app = createTestApp(overrides)
  const refused = expect.toBeOneOf(['ADDRESS_REFUSED', 'VALIDATION_ERROR'])
  for (const url of some(hostileUrls)) {
    const answer = await inTime(url, () =>
      sendJson(app, `/api/data/${PROJECT}/${call}`, { url }, { headers: as.service() }),
    )
    expect([url, answer.status, await answer.json()]).toEqual([url, 400, expect.objectContaining({ code: refused })])
  }
  expect(asked).toEqual([])
  tellAttempts(some(hostileUrls).length)
  takeConsole()
})

test.each(some(hostileAnswers))('nothing is asked of a name that leads to %j', async (...addresses) => {
  const { guard, left } = guarded({ resolve: () => addresses })
  await expect(guard.fetch('https://named.example/')).rejects.toMatchObject(REFUSED)
  expect(left).toEqual([])
})

test('a name that changes its mind between two requests is judged at each of them', async () => {
  let asked = 0
  const { guard, left } = guarded({ to: '/again', resolve: () => [asked++ === 0 ? '93.184.216.34' : '127.0.0.1'] })
  await expect(guard.fetch(GATE)).rejects.toMatchObject(REFUSED)
  expect(left).toEqual([GATE])
})

const HERE = new URL('https://here.example/page')
const markdownReader = unified().use(remarkParse).use(remarkGfm)
const HARMLESS = /^(?:https?|mailto|tel):/i
const RUNS = new Set('script style iframe object embed svg math template form input base meta link noscript'.split(' '))

type MarkdownNode = { type: string; url?: string; value?: string; children?: MarkdownNode[] }

/** What of Markdown a reader could run, or be led to run. */
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

test('no script survives in what is made of a page', { timeout: 240_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(hostilePages, async (html) => {
      const { markdown, html: clean, links, metadata } = await inTime('a page', () => scrapePage(html, HERE, FORMATS))
      expect(faultsOfMarkdown(markdownReader.parse(markdown!) as MarkdownNode)).toEqual([])
      expect(faultsOfHtml(parseFragment(clean!))).toEqual([])
      for (const { url } of links!) expect(url).toMatch(HARMLESS)
      for (const url of [metadata!.url, metadata!.favicon, metadata!.image]) expect(url).toMatch(/^(?:https?:|$)/)
    }),
    { numRuns: 2500 * share, seed },
  )
})
