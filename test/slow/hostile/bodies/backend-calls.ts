import { as, PROJECT } from '../../../support/backend.ts'
import { portraitBytes } from '../../../support/portrait.ts'
import { saveRow } from '../../../support/cards.ts'
import type { BodyCall, BodyCalls, Fields } from './call.ts'

const service = () => ({ ...as.service() })

/** For the holder of the service key. */
const ofService = (path: string, good: Fields, more: Partial<BodyCall> = {}): BodyCall => ({
  kind: 'json',
  make: () => ({ path, headers: service(), good }),
  ...more,
})

const photo = () => new File([portraitBytes()], 'me.jpg', { type: 'image/jpeg' })

const STORES: BodyCalls = {
  'POST /api/db/:projectId/sql': ofService(`/api/db/${PROJECT}/sql`, { query: 'select ? as one', params: [1] }),
  'POST /api/db/:projectId/batch': ofService(`/api/db/${PROJECT}/batch`, {
    statements: [{ sql: 'select ? as one', args: [1] }],
    mode: 'read',
  }),
  'POST /rest/v1/:table': {
    kind: 'json',
    once: true,
    make: async ({ card }) => {
      const { imageUrl, headers } = await card('draft')
      return {
        path: '/rest/v1/fantasy_football_cards',
        headers: { ...as.public(), ...headers },
        good: saveRow(imageUrl),
      }
    },
    also: [403, 409],
  },
  'PATCH /rest/v1/:table': {
    kind: 'json',
    once: true,
    make: async ({ card, visitor }) => {
      const { id } = await card('public')
      const cookie = await (await visitor()).arrive()
      return {
        path: `/rest/v1/fantasy_football_cards?id=eq.${id}`,
        headers: { ...as.public(), cookie },
        good: { votes: 1 },
      }
    },
    also: [403],
  },
  'POST /api/db/:projectId/rest/v1/:table': {
    kind: 'json',
    once: true,
    make: ({ newId }) => ({
      path: `/api/db/${PROJECT}/rest/v1/odd`,
      headers: service(),
      good: { id: newId(), n: 1, j: [1] },
    }),
    also: [409],
  },
  'PATCH /api/db/:projectId/rest/v1/:table': ofService(
    `/api/db/${PROJECT}/rest/v1/odd?id=eq.one`,
    { n: 2, j: null },
    { also: [409] },
  ),
  'POST /api/storage/:projectId/upload': {
    kind: 'multipart',
    make: ({ newId }) => ({
      path: `/api/storage/${PROJECT}/upload`,
      headers: service(),
      good: { file: photo(), path: `player-photos/${newId()}.jpg` },
    }),
    once: true,
    also: [409],
  },
  'DELETE /api/storage/:projectId/remove': ofService(`/api/storage/${PROJECT}/remove`, {
    paths: ['player-photos/none.jpg'],
  }),
}

const OTHERS: BodyCalls = {
  'POST /api/ai/:projectId/text': ofService(`/api/ai/${PROJECT}/text`, { prompt: 'Hello', temperature: 1 }),
  'POST /api/ai/:projectId/object': ofService(`/api/ai/${PROJECT}/object`, { prompt: 'Hello', output: 'object' }),
  'POST /api/ai/:projectId/image': ofService(`/api/ai/${PROJECT}/image`, { prompt: 'A helmet', n: 1 }),
  'POST /api/ai/:projectId/speech': ofService(`/api/ai/${PROJECT}/speech`, { text: 'Go long', speed: 1 }),
  'POST /api/ai/:projectId/transcribe': ofService(`/api/ai/${PROJECT}/transcribe`, { audio: [82, 73, 70, 70] }),
  'POST /api/data/:projectId/extract-from-url': ofService(`/api/data/${PROJECT}/extract-from-url`, {
    url: 'https://page.example/',
    chunking: true,
  }),
  'POST /api/data/:projectId/extract-from-blob': {
    kind: 'multipart',
    make: () => ({
      path: `/api/data/${PROJECT}/extract-from-blob`,
      headers: service(),
      good: { file: new File(['Some text'], 'a.txt', { type: 'text/plain' }), chunking: 'true' },
    }),
  },
  'POST /api/data/:projectId/scrape': ofService(`/api/data/${PROJECT}/scrape`, {
    url: 'https://page.example/',
    formats: ['links'],
  }),
  // Judged before it is looked for: there is no browser here.
  'POST /api/data/:projectId/screenshot': ofService(
    `/api/data/${PROJECT}/screenshot`,
    { url: 'https://page.example/', width: 800 },
    { taken: [503] },
  ),
  'POST /api/data/:projectId/search': ofService(`/api/data/${PROJECT}/search`, { q: 'cards', num: 5 }),
  'POST /api/data/:projectId/fetch': ofService(`/api/data/${PROJECT}/fetch`, {
    url: 'https://page.example/',
    query: { a: 1 },
  }),
  // Whatever cannot be counted is well received too: clients send again, for ever, what is refused.
  'POST /api/analytics/:projectId/log': {
    kind: 'json',
    make: () => ({
      path: `/api/analytics/${PROJECT}/log`,
      good: { events: [{ type: 'page_view', path: '/', timestamp: 1 }] },
    }),
    refuses: 0,
  },
  'POST /api/notifications/:projectId/email': ofService(`/api/notifications/${PROJECT}/email`, {
    to: 'ann@example.com',
    subject: 'Hello',
    text: 'There',
  }),
  'POST /api/realtime/:projectId/publish': ofService(`/api/realtime/${PROJECT}/publish`, {
    channel: 'room',
    type: 'said',
    data: { a: 1 },
  }),
}

/** The calls of the backend that change something, but for those of sign-in. */
export const BACKEND_CALLS: BodyCalls = { ...STORES, ...OTHERS }
