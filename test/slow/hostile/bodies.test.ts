import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { createApp } from '#worker/app.ts'
import { createTestApp, getVisitorId, ORIGIN, type TestApp } from '../../support/app.ts'
import { PASSWORD, quickKey, type TokenResponse } from '../../support/auth.ts'
import { as, PROJECT } from '../../support/backend.ts'
import { getCardRow, seedCard } from '../../support/cards.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { getNetwork, runs, expectSoundResponse } from '../../support/hostile-requests.ts'
import { hostileText } from '../../support/hostile-text.ts'
import { takeConsole } from '../../support/quiet.ts'
import { createFakeInternet } from '../../worker/data/outside.ts'

/** Other tests cover the limits. */
const RELAXED = { LIMITS: 'relaxed' }

type Route = { readonly method: string; readonly path: string }
type Body = { readonly body: BodyInit; readonly type: string }

let app: TestApp
let worker: ReturnType<typeof createApp>
let callers: Record<string, string>[]
let routes: Route[]
/** A card and an account that no request names. */
let bystanders: () => Promise<unknown[]>

beforeAll(async () => {
  await freshDatabase()
  app = createTestApp({ ...createFakeInternet({}).overrides, deriveKey: quickKey }, { ...testEnv(), ...RELAXED })
  worker = createApp(app.services)
  const visitor = app.visitor()
  const cookie = await visitor.arrive()
  const signUp = async (email: string) =>
    (await visitor.post('/api/auth/signup', { projectId: PROJECT, email, password: PASSWORD })).json<TokenResponse>()
  const { access_token: token } = await signUp('ann@example.com')
  await signUp('bystander@example.com')
  await seedCard({ id: 'c1', visibility: 'draft', owner: getVisitorId(cookie) })
  await seedCard({ id: 'bystander', playerName: 'Zelda', votes: 3 })
  callers = [{ cookie }, { cookie, ...as.public() }, { cookie, authorization: `Bearer ${token}` }]
  routes = writeRoutes()
  bystanders = async () => [
    await getCardRow('bystander'),
    await testEnv().DB.prepare(`select * from users where email = 'bystander@example.com'`).first(),
  ]
})

const PARAMETERS: Readonly<Record<string, string>> = { project: PROJECT, table: 'fantasy_football_cards', id: 'c1' }

/** Every route that accepts a body, as listed by the app. Middleware is also registered for ALL methods. */
function writeRoutes(): Route[] {
  const listed = worker.routes.filter(({ method }) => !['ALL', 'GET', 'HEAD', 'OPTIONS'].includes(method))
  const filled = listed.map(({ method, path }) => ({
    method,
    path: path.replaceAll(/:(\w+)(?:\{[^}]*\})?/g, (_, name: string) => PARAMETERS[name] ?? 'c1').replace('*', 'x'),
  }))
  return [...new Map(filled.map((route) => [`${route.method} ${route.path}`, route])).values()]
}

type Document = {
  paths: Record<string, Record<string, { requestBody?: object }>>
  components: { schemas: Record<string, { properties?: object }> }
}

/** The names of all body fields in the API documents. */
const NAMES = (await Promise.all(['/openapi.json', '/openapi/backend.json'].map(readNames))).flat()

async function readNames(address: string): Promise<string[]> {
  const { paths, components } = await (await createTestApp().send(address)).json<Document>()
  const bodies = Object.values(paths).flatMap((methods) => Object.values(methods).map((call) => call.requestBody))
  const sent = new Set([...JSON.stringify(bodies).matchAll(/schemas\/(\w+)/g)].map(([, name]) => name!))
  return [...sent].flatMap((name) => Object.keys(components.schemas[name]?.properties ?? {}))
}

/** Values that pass a first check, mixed with invalid ones. */
const value = fc.oneof(
  fc.constantFrom<unknown>(PROJECT, 'ann@example.com', PASSWORD, 'c1', 'Ace', 1, true, '12', 'a.txt', ORIGIN),
  fc.constantFrom<unknown>(null, -1, 1.5, 2 ** 53, 1e308, '', '\0', 'x'.repeat(70_000), [], {}, [[]], { length: 5 }),
  hostileText,
  fc.jsonValue({ maxDepth: 4 }).map((one): unknown => one),
)
const fields = fc.dictionary(fc.constantFrom(...NAMES, '__proto__', 'constructor', 'other'), value, { maxKeys: 6 })
const getText = (one: unknown) => (typeof one === 'string' ? one : (JSON.stringify(one) ?? ''))

/** Built by hand, because `FormData` would escape a name. */
const multipart = (all: Record<string, unknown>): string =>
  `${Object.entries(all)
    .map(([name, one]) => {
      const file = name === 'file' || name === 'photo' ? '; filename="a.jpg"\r\ncontent-type: image/jpeg' : ''
      return `--b\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n${getText(one)}\r\n`
    })
    .join('')}--b--\r\n`

const TYPES = [
  'application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=b',
  'multipart/form-data',
  'text/plain',
  'x',
]
const body = fc.oneof<fc.Arbitrary<Body>[]>(
  fields.map((all) => ({ body: JSON.stringify(all), type: TYPES[0]! })),
  fields.map((all) => ({
    body: new URLSearchParams(Object.entries(all).map(([name, one]) => [name, getText(one)])).toString(),
    type: TYPES[1]!,
  })),
  fc.tuple(fields, fc.nat(400)).map(([all, cut]) => {
    const text = multipart(all)
    return { body: cut < 100 ? text.slice(0, cut) : text, type: TYPES[2]! }
  }),
  fc.record({ body: fc.string({ unit: 'binary', maxLength: 60 }), type: fc.constantFrom(...TYPES) }),
)

/** Acceptable statuses from 500 up: the call is not configured, or an upstream fails. */
const EXPECTED = [501, 502, 503, 504]
let networks = 0

/** Sends a request without validating its response against the API documents, which list no refused content types. */
async function send(path: string, init: RequestInit): Promise<Response> {
  const context = createExecutionContext()
  const response = await worker.fetch(new Request(ORIGIN + path, init), testEnv(), context)
  await waitOnExecutionContext(context)
  return response
}

async function ask({ method, path }: Route, { body, type }: Body, caller: Record<string, string>) {
  const response = await expectSoundResponse(
    `${method} ${path} with ${getText(body).slice(0, 300)}`,
    () =>
      send(path, {
        method,
        body,
        redirect: 'manual',
        headers: { ...getNetwork(++networks), origin: ORIGIN, 'content-type': type, ...caller },
      }),
    EXPECTED,
  )
  if (response.status === 503) expect(response.text).toContain('"AI_NOT_CONFIGURED"')
  return response
}

it('handles hostile bodies on every route without a server error, a leak or a change of other rows', async () => {
  expect(routes.length).toBeGreaterThan(60)
  const before = await bystanders()
  const statuses = new Set<number>()
  for (const route of routes)
    await fc.assert(
      fc.asyncProperty(body, fc.nat(callers.length - 1), async (one, caller) => {
        statuses.add((await ask(route, one, callers[caller]!)).status)
      }),
      runs(10),
    )
  takeConsole()
  expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 401, 403, 415]))
  expect(await bystanders()).toEqual(before)
})

const MEGA = 1_000_000
/** JSON at and beyond the limits of depth, length and width. */
const LARGE: readonly (() => string)[] = [
  () => '['.repeat(MEGA) + ']'.repeat(MEGA),
  () => `${'{"a":'.repeat(160_000)}1${'}'.repeat(160_000)}`,
  () => '['.repeat(MEGA - 1),
  () => `{"votes":1,"deep":${'['.repeat(400_000)}${']'.repeat(400_000)}}`,
  () => `{"events":[${'['.repeat(30_000)}${']'.repeat(30_000)}]}`,
  () => JSON.stringify({ jerseyNumber: '7'.repeat(900_000), message: '\r\nbcc: b@example.com '.repeat(1000) }),
  () => `[${'0,'.repeat(MEGA)}0]`,
  () => `{"votes":${'9'.repeat(900_000)}}`,
  () => `{${Array.from({ length: 60_000 }, (_, i) => `"k${i}":0`).join()}}`,
  () => ' '.repeat(5 * MEGA),
]

it('rejects JSON that is a million levels deep or megabytes long on every route', async () => {
  const taken: string[] = []
  for (const [at, route] of routes.entries()) {
    // Each route gets one of them in turn, because all read bodies with the same function.
    const text = LARGE[at % LARGE.length]!()
    const { status } = await ask(route, { body: text, type: TYPES[0]! }, { ...callers[1], ...as.service() })
    if (status >= 500) taken.push(`${route.method} ${route.path}: ${status}`)
  }
  takeConsole()
  expect(taken.filter((one) => !one.endsWith('501'))).toEqual([])
})
