import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { ERRORS } from '#shared/client/errors.ts'
import { type Client, createClient } from '#shared/client/index.ts'
import { MP3, OBJECT, ordinary, PNG, TEXT } from '../support/ai-stand-ins.ts'
import { spentAt, startAiServices } from './support/ai-services.ts'
import { localSecret, type Server, startServer } from './support/server.ts'
import { portrait, PORTRAIT } from './support/visitor.ts'
import { startWeb } from './support/web-stand-in.ts'

type Stage = {
  readonly client: Client
  readonly server: Server
  readonly services: Awaited<ReturnType<typeof startAiServices>>['services']
  readonly web: Awaited<ReturnType<typeof startWeb>>
}
type Part = (stage: Stage) => Promise<void>

const prompt = 'Who won the opener?'
const schema = { type: 'object', properties: { team: { type: 'string' }, score: { type: 'number' } } }
/** How each service is given the key. */
const KEYS: Readonly<Record<string, readonly [header: string, value: string]>> = {
  google: ['x-goog-api-key', 'google-key'],
  compatible: ['authorization', 'Bearer compatible-key'],
  anthropic: ['x-api-key', 'anthropic-key'],
  fal: ['authorization', 'Key fal-key'],
  replicate: ['authorization', 'Bearer replicate-key'],
  openai: ['authorization', 'Bearer openai-key'],
}

/** What lies at an address of ours, for its owner: photos are not for everybody. */
async function bytesAt(url: string): Promise<Buffer> {
  const answer = await fetch(url, { headers: { authorization: `Bearer ${localSecret('SERVICE_KEY')}` } })
  assert.equal(answer.status, 200, url)
  return Buffer.from(await answer.arrayBuffer())
}

async function tellsWords({ client: { ai } }: Stage) {
  assert.equal((await ai.generateText({ prompt })).text, TEXT)
  const chunks: string[] = []
  const streamed = await ai.streamText({ prompt }, (chunk) => chunks.push(chunk))
  assert.deepEqual([streamed.text, chunks.join(''), chunks.length > 1], [TEXT, TEXT, true])
  assert.deepEqual((await ai.generateObject({ prompt, schema })).object, OBJECT)
  const partials: unknown[] = []
  const grown = await ai.streamObject({ prompt, schema }, (partial) => partials.push(partial))
  assert.deepEqual([grown.object, partials.at(-1)], [OBJECT, OBJECT])
}

async function makesPictures({ client: { ai, storage }, services }: Stage) {
  const [made] = (await ai.generateImage({ prompt })).data
  assert.deepEqual(await bytesAt(made!.url), Buffer.from(PNG))
  const { publicUrl } = await storage.upload(portrait(), 'player-photos/me.jpg')
  const [remade] = (await ai.modifyImage({ prompt, images: [publicUrl] })).data
  assert.deepEqual(await bytesAt(remade!.url), Buffer.from(PNG))

  const photo = await bytesAt(publicUrl)
  const holdsPhoto = (value: unknown): boolean => {
    if (value instanceof Uint8Array) return photo.equals(value)
    if (typeof value === 'string') return value.endsWith(photo.toString('base64'))
    return typeof value === 'object' && value !== null && Object.values(value).some(holdsPhoto)
  }
  const posted = services.asked.filter(({ method }) => method === 'POST').map(({ body }) => body)
  assert.deepEqual(posted.slice(-2).map(holdsPhoto), [false, true])
}

async function speaksAndHears({ client: { ai } }: Stage) {
  const { url, mimeType } = await ai.generateSpeech({ text: 'Go!' })
  const answer = await fetch(url)
  assert.equal(answer.headers.get('content-type'), mimeType)
  assert.match(mimeType, /^audio\//)
  assert.ok((await answer.arrayBuffer()).byteLength > 0)
  assert.equal((await ai.transcribeAudio({ audio: MP3 })).text, 'go long')
}

const isTimeout = (code: string) => ({ name: 'AppError', code, status: 504 })

async function waitsForNoAi({ client: { ai }, server, services }: Stage) {
  const before = await spentAt(server.dataDir)
  const askedBefore = services.asked.length
  services.answering = () => new Promise(() => undefined)
  const all = [
    ai.generateText({ prompt }),
    ai.streamText({ prompt }, () => undefined),
    ai.generateObject({ prompt, schema }),
    ai.generateImage({ prompt }),
    ai.generateSpeech({ text: 'Go!' }),
  ]
  const message = ERRORS.AI_TIMEOUT.message
  await Promise.all(all.map((asked) => assert.rejects(asked, { ...isTimeout('AI_TIMEOUT'), message })))
  services.answering = ordinary
  assert.equal(services.asked.length - askedBefore, all.length)
  assert.deepEqual(await spentAt(server.dataDir), before)
  assert.equal((await ai.generateText({ prompt })).text, TEXT)
}

async function waitsForNoPage({ client: { data }, web }: Stage) {
  const url = `${web.url}/hang`
  const message = ERRORS.UPSTREAM_TIMEOUT.message
  const all = [data.scrape(url), data.fetch({ url }), data.extractFromUrl(url)]
  await Promise.all(all.map((asked) => assert.rejects(asked, { ...isTimeout('UPSTREAM_TIMEOUT'), message })))
  assert.equal((await data.scrape(`${web.url}/page`)).metadata.title, 'Opener')
}

async function findsByBrave({ client: { data }, web }: Stage) {
  const { organic_results, news_results } = await data.search('season', { language: 'de', limit: 3 })
  assert.deepEqual(
    organic_results.map(({ position, title, link, snippet, source }) => [position, title, link, snippet, source]),
    [[1, 'season', 'https://a.example/', 'All about it', 'a.example']],
  )
  assert.equal(news_results[0]!['date'], '2026-09-10T12:00:00')
  const { path, headers } = web.asked.at(-1)!
  assert.equal(path, '/res/v1/web/search?q=season&count=3&search_lang=de')
  assert.equal(headers['x-subscription-token'], 'search-key')
}

async function findsBySerper({ client: { data }, web }: Stage) {
  const { organic_results, people_also_ask, related_searches } = await data.search('season', { location: 'Lyon' })
  assert.deepEqual(organic_results, [
    { position: 1, title: 'season', link: 'https://a.example/', snippet: 'All about it' },
  ])
  assert.deepEqual([people_also_ask[0]!['question'], related_searches[0]!['query']], ['When?', 'next season'])
  const { headers, body } = web.asked.at(-1)!
  assert.equal(headers['x-api-key'], 'search-key')
  assert.deepEqual(JSON.parse(body), { q: 'season', hl: 'en', num: 10, location: 'Lyon' })
}

async function mailsByResend({ client: { notifications }, web }: Stage) {
  const content = readFileSync(PORTRAIT).toString('base64')
  const sent = await notifications.email({
    to: ['ann@example.com', 'cy@example.com'],
    subject: 'Your card, Zoë',
    html: '<p>Hi</p>',
    text: 'Hi',
    replyTo: 'bob@example.com',
    attachments: [{ filename: 'card.jpg', type: 'image/jpeg', content }],
  })
  assert.deepEqual(sent, { success: true, messageId: 'mail-1' })
  const { path, headers, body } = web.asked.at(-1)!
  assert.deepEqual([path, headers.authorization], ['/emails', 'Bearer mail-key'])
  assert.deepEqual(JSON.parse(body), {
    from: 'cards@example.com',
    to: ['ann@example.com', 'cy@example.com'],
    reply_to: 'bob@example.com',
    subject: 'Your card, Zoë',
    html: '<p>Hi</p>',
    text: 'Hi',
    attachments: [{ filename: 'card.jpg', content_type: 'image/jpeg', content }],
  })
}

type Start = {
  /** The first that offers a task has it. */
  readonly providers: readonly string[]
  readonly settings: (webUrl: string) => Record<string, string>
  readonly parts: Readonly<Record<string, Part>>
}

const search = (provider: string, url: string) => ({
  DATA_ALLOW_LOOPBACK: 'true',
  SEARCH_PROVIDER: provider,
  SEARCH_API_KEY: 'search-key',
  SEARCH_URL: url,
})

/** One start of the server each: whatever can be set at once is. */
const STARTS: readonly Start[] = [
  {
    providers: ['google'],
    settings: (url) => search('brave', `${url}/res/v1`),
    parts: {
      'words are told': tellsWords,
      'pictures are made': makesPictures,
      'sound is made and heard': speaksAndHears,
      'a search by Brave finds': findsByBrave,
      'a page that never comes is not waited for': waitsForNoPage,
    },
  },
  {
    providers: ['replicate', 'openai-compatible'],
    settings: (url) => search('serper', url),
    parts: {
      'words are told': tellsWords,
      'pictures are made': makesPictures,
      'sound is made and heard': speaksAndHears,
      'a search by Serper finds': findsBySerper,
    },
  },
  {
    providers: ['anthropic', 'fal', 'openai'],
    settings: (url) => ({
      AI_TIMEOUT_SECONDS: '5',
      RESEND_API_KEY: 'mail-key',
      RESEND_URL: url,
      MAIL_FROM: 'cards@example.com',
    }),
    parts: {
      'words are told': tellsWords,
      'pictures are made': makesPictures,
      'sound is made and heard': speaksAndHears,
      'a mail goes out by Resend': mailsByResend,
      'a service that says nothing is not waited for, and nothing is paid': waitsForNoAi,
    },
  },
]

for (const { providers, settings, parts } of STARTS)
  describe(`with ${providers.join(', ')} on this machine, as \`npm start\` serves it @long`, () => {
    let ai: Awaited<ReturnType<typeof startAiServices>>
    let web: Awaited<ReturnType<typeof startWeb>>
    let stage: Stage | undefined

    before(async () => {
      ;[ai, web] = await Promise.all([startAiServices(), startWeb()])
      const tasks = providers.toReversed().map((provider) => ai.settingsFor(provider))
      const env: Record<string, string> = Object.assign({}, ...tasks, settings(web.url))
      const server = await startServer({ env })
      const at = { projectId: 'fantasy-cards', coreUrl: server.url, publicUrl: server.url }
      stage = { client: createClient({ ...at, key: localSecret('SERVICE_KEY') }), server, services: ai.services, web }
    })
    after(async () => {
      ai.close()
      web.close()
      // It may not have come up.
      await stage?.server.close()
    })

    for (const [what, part] of Object.entries(parts)) test(what, () => part(stage!))

    test('each of them was asked, by its own key', () => {
      const { asked } = ai.services
      const names = providers.map((name) => name.replace('openai-', '')).sort()
      assert.deepEqual([...new Set(asked.map(({ provider }) => provider))].sort(), names)
      for (const { method, provider, headers, path } of asked) {
        const [header, value] = KEYS[provider]!
        if (method === 'POST') assert.equal(headers[header], value, path)
      }
    })
  })
