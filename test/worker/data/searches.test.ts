import { beforeAll, describe, expect, test } from 'vitest'
import { createTestApp } from '../../support/app.ts'
import { as, PROJECT, sendJson } from '../../support/backend.ts'
import { createSettings } from '../../support/ai-stand-ins.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { takeConsole } from '../../support/quiet.ts'
import { confirmAll, createAuthApp, PASSWORD, type TokenResponse } from '../../support/auth.ts'
import { createFakeInternet, page, type Stand } from './outside.ts'

const BASE = `/api/data/${PROJECT}`
beforeAll(freshDatabase)

function open(stands: Record<string, Stand>, settings: Record<string, string>) {
  const outside = createFakeInternet(stands)
  const app = createTestApp(outside.overrides, Object.assign({ ...testEnv() }, settings))
  const ask = async (call: string, body: object) => {
    const response = await sendJson(app, `${BASE}/${call}`, body, { headers: as.service() })
    takeConsole()
    return { status: response.status, json: await response.json<Record<string, unknown>>() }
  }
  return { ...outside, app, ask }
}

const SERPER = { SEARCH_PROVIDER: 'serper', SEARCH_API_KEY: 'serper-key' }
const BRAVE = { SEARCH_PROVIDER: 'brave', SEARCH_API_KEY: 'brave-key' }
const SEARXNG = { SEARCH_PROVIDER: 'searxng', SEARCH_URL: 'https://find.example/' }
const FOUND = { title: 'Opener', link: 'https://a.example/1' }

describe('a search', () => {
  test('sends the query to Serper and maps every list of the response', async () => {
    const result = {
      organic: [{ ...FOUND, snippet: 's', position: 7 }, { title: 'no link' }, { ...FOUND, link: 'javascript:x' }],
      peopleAlsoAsk: [{ question: 'Who?', snippet: 'They', title: 'T', link: 'https://b.example/' }],
      relatedSearches: [{ query: 'more' }],
      places: [{ title: 'Stadium', address: 'Road 1', phoneNumber: '1', website: 'https://c.example/', rating: 4.5 }],
    }
    const { ask, requests } = open({ 'https://google.serper.dev/search': () => Response.json(result) }, SERPER)
    const { json } = await ask('search', { q: ' season ', location: 'Lyon', hl: 'fr', num: 5 })

    expect(requests[0]!.headers.get('x-api-key')).toBe('serper-key')
    expect(JSON.parse(requests[0]!.body)).toEqual({ q: 'season', hl: 'fr', num: 5, location: 'Lyon' })
    expect(json).toEqual({
      organic_results: [{ position: 1, ...FOUND, snippet: 's' }],
      people_also_ask: [{ question: 'Who?', snippet: 'They', title: 'T', link: 'https://b.example/' }],
      related_searches: [{ query: 'more' }],
      local_results: [
        { position: 1, title: 'Stadium', address: 'Road 1', phone: '1', link: 'https://c.example/', rating: 4.5 },
      ],
      news_results: [],
      image_results: [],
      video_results: [],
      shopping_results: [],
      ads: [],
      total_results: 4,
    })
  })

  test.each([
    [
      'nws',
      'news',
      { news: [{ ...FOUND, date: 'today', source: 'S' }] },
      'news_results',
      { date: 'today', source: 'S' },
    ],
    [
      'images',
      'images',
      { images: [{ ...FOUND, imageUrl: 'https://i.example/1.png' }] },
      'image_results',
      { original: 'https://i.example/1.png' },
    ],
    ['vid', 'videos', { videos: [{ ...FOUND, duration: '1:00' }] }, 'video_results', { duration: '1:00' }],
    ['shop', 'shopping', { shopping: [{ ...FOUND, price: '$5' }] }, 'shopping_results', { price: '$5' }],
  ])('maps a Serper search of type %s', async (tbm, path, result, list, fields) => {
    const { ask } = open({ [`https://google.serper.dev/${path}`]: () => Response.json(result) }, SERPER)
    expect((await ask('search', { q: 'x', tbm })).json[list]).toEqual([{ position: 1, ...FOUND, ...fields }])
  })

  test('searches Brave in English by default, and finds news among pages', async () => {
    const result = {
      title: '<strong>Opener</strong>',
      url: FOUND.link,
      description: 'd',
      page_age: '2026',
      meta_url: { hostname: 'a.example' },
    }
    const results = {
      web: { results: [result] },
      news: { results: [result] },
      faq: { results: [{ question: 'Q', answer: 'A' }] },
    }
    const { ask, requests } = open(
      { 'https://api.search.brave.com/res/v1/web/search': () => Response.json(results) },
      BRAVE,
    )
    const { json } = await ask('search', { q: 'x', num: 100 })

    expect(requests[0]!.headers.get('x-subscription-token')).toBe('brave-key')
    expect(Object.fromEntries(new URL(requests[0]!.url).searchParams)).toEqual({
      q: 'x',
      count: '20',
      search_lang: 'en',
    })
    const found = {
      position: 1,
      ...FOUND,
      snippet: 'd',
      displayed_link: 'a.example',
      source: 'a.example',
      date: '2026',
    }
    expect(json).toMatchObject({
      organic_results: [found],
      news_results: [found],
      people_also_ask: [{ question: 'Q', snippet: 'A' }],
    })
  })

  test('searches SearXNG at the configured URL', async () => {
    const result = {
      number_of_results: 99,
      results: [{ title: 'Opener', url: FOUND.link, content: 'c', engine: 'e' }],
      suggestions: ['more', 1],
    }
    const { ask, requests } = open({ 'https://find.example/search': () => Response.json(result) }, SEARXNG)
    const { json } = await ask('search', { q: 'x', location: 'Lyon', tbm: 'nws' })
    expect(Object.fromEntries(new URL(requests[0]!.url).searchParams)).toEqual({
      q: 'x Lyon',
      format: 'json',
      language: 'en',
      categories: 'news',
    })
    expect(json).toMatchObject({
      news_results: [{ position: 1, ...FOUND, snippet: 'c', source: 'e' }],
      related_searches: [{ query: 'more' }],
      total_results: 99,
    })
  })

  test.each([
    ['no provider', {}, {}, 'SEARCH_PROVIDER'],
    ['no key', { SEARCH_PROVIDER: 'brave' }, {}, 'SEARCH_API_KEY'],
    ['no URL', { SEARCH_PROVIDER: 'searxng' }, {}, 'SEARCH_URL'],
  ])('names the missing setting when a search has %s', async (_, settings, __, name) => {
    const { ask, requests } = open({}, settings)
    expect(await ask('search', { q: 'x' })).toMatchObject({
      status: 503,
      json: { code: 'NOT_CONFIGURED', error: expect.stringContaining(name) },
    })
    expect(requests).toEqual([])
  })

  test.each([
    ['the provider fails', new Response('<h1>Sorry</h1>', { status: 500 })],
    ['the key is rejected', new Response('{}', { status: 401 })],
    ['the response is an HTML page', page('<h1>Hello</h1>')],
    ['the response is truncated', page('{"organic": [', 'application/json')],
  ])('reports a failed search when %s', async (_, response) => {
    const { ask } = open({ 'https://google.serper.dev/search': response }, SERPER)
    expect(await ask('search', { q: 'x' })).toMatchObject({ status: 502, json: { code: 'UPSTREAM_FAILED' } })
  })

  test.each([[{}], [{ q: ' ' }], [{ q: 'x', tbm: 'maps' }], [{ q: 'x', num: 0 }], [{ q: 'x', hl: 'en&x=1' }]])(
    'refuses a search for %o',
    async (body) => {
      expect((await open({}, SERPER).ask('search', body)).status).toBe(400)
    },
  )
})

test('names both settings for screenshots when no browser is configured', async () => {
  const { ask } = open({}, {})
  const { json } = await ask('screenshot', { url: 'https://a.example/' })
  expect(json).toMatchObject({
    code: 'NOT_CONFIGURED',
    details: { settings: ['BROWSER (a binding)', 'BROWSER_CDP_URL'] },
  })
  expect((await ask('screenshot', { url: 'https://a.example/', width: 3840, height: 3840 })).status).toBe(400)
})

describe('unavailable pages', () => {
  const HTML = { 'content-type': 'text/html' }
  const endless = () =>
    new ReadableStream<Uint8Array>({ pull: (controller) => controller.enqueue(new Uint8Array(65_536)) })

  test.each<[string, Stand, number, string]>([
    [
      'because the server fails',
      () => new Response('<h1>Oops</h1>', { status: 500, headers: HTML }),
      502,
      'UPSTREAM_FAILED',
    ],
    ['because it is endless', () => new Response(endless(), { headers: HTML }), 502, 'ANSWER_TOO_LARGE'],
    [
      'because its content length is too large',
      () => new Response(new Uint8Array(30_000_000), { headers: HTML }),
      502,
      'ANSWER_TOO_LARGE',
    ],
    ['because the host is down', () => Promise.reject(new TypeError('connection refused')), 502, 'UPSTREAM_FAILED'],
    ['because it is an image', page('', 'image/png'), 415, 'DOCUMENT_UNSUPPORTED'],
  ])('reports a page that cannot be read %s', async (_, stand, status, code) => {
    const { ask } = open({ 'https://a.example/': stand }, {})
    expect(await ask('scrape', { url: 'https://a.example/' })).toMatchObject({ status, json: { code } })
  })
})

describe('paid web data', () => {
  const COMPATIBLE = 'https://compatible.stand-in/v1/chat/completions'
  const createCompletion = (message: object, finish_reason: string) =>
    Response.json({ id: 'c', created: 1, model: 'm', choices: [{ index: 0, message, finish_reason }] })
  const TOOL_CALLS = [{ id: 't1', type: 'function', function: { name: 'web_search', arguments: '{"query":"x"}' } }]

  function createPaidApp(paid: string) {
    const outside = createFakeInternet({
      'https://a.example/': page('<h1>A</h1>'),
      'https://find.example/search': () => Response.json({ results: [] }),
      [COMPATIBLE]: ({ body }) =>
        body.includes('"role":"tool"')
          ? createCompletion({ role: 'assistant', content: 'Done' }, 'stop')
          : createCompletion({ role: 'assistant', tool_calls: TOOL_CALLS }, 'tool_calls'),
    })
    const limits = { DATA_CALLS_PER_USER_PER_HOUR: '3', DATA_PAID_CALLS_PER_HOUR: paid }
    const app = createAuthApp({ ...SEARXNG, ...createSettings('openai-compatible'), ...limits }, outside.overrides)
    async function signUp(name: string, ip: string) {
      const account = { email: `${name}@example.com`, password: PASSWORD }
      const { body } = await app.post<TokenResponse>('/signup', account, { ip })
      await confirmAll()
      const authorization = `Bearer ${body.access_token}`
      const headers = { authorization, 'content-type': 'application/json', 'cf-connecting-ip': ip }
      return async (path: string, json: object) =>
        (await app.send(path, { method: 'POST', headers, body: JSON.stringify(json) })).status
    }
    return { signUp, requests: outside.requests }
  }
  const SEARCH = [`${BASE}/search`, { q: 'x' }] as const
  const SCRAPE = [`${BASE}/scrape`, { url: 'https://a.example/' }] as const
  const TELL = [`/api/ai/${PROJECT}/text`, { prompt: 'x', search: true }] as const

  test('limits paid web data to a tenth of the total per user and three tenths per network', async () => {
    const { signUp } = createPaidApp('4')
    const first = await signUp('a', '192.0.2.1')
    const found = [await first(...SEARCH), await first(...SEARCH), await first(...SCRAPE), await first(...SCRAPE)]
    expect(found).toEqual([200, 429, 200, 429])

    const others: number[] = []
    for (const [name, host] of ['b1', 'c1', 'd2', 'e2', 'f3'])
      others.push(await (await signUp(name!, `192.0.2.${host}`))(...SEARCH))
    expect(others).toEqual([200, 429, 200, 200, 429])
  })

  test('charges a model’s web tool calls to its caller’s share', async () => {
    const { signUp, requests } = createPaidApp('10')
    const person = await signUp('model', '192.0.2.9')
    expect([await person(...TELL), await person(...TELL), await person(...SEARCH)]).toEqual([200, 200, 429])
    expect(requests.filter(({ url }) => url.startsWith('https://find.example/'))).toHaveLength(1)
    expect(requests.at(-1)!.body).toContain('Too many attempts')
  })
})
