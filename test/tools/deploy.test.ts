import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

type Finding = { level: 'error' | 'warning'; name: string; what: string; mend: string }
type Secrets = { names: string[]; values: Record<string, string> }
type Config = {
  vars: Record<string, string>
  d1_databases: object[]
  kv_namespaces: object[]
  send_email: object[]
  observability: object
  upload_source_maps: boolean
}
type Outcome = { name: string; ok: boolean; said: string }
type Tools = Record<
  'check' | 'build' | 'wrangler' | 'smoke' | 'publicUrl' | 'say' | 'migration' | 'deployedMigration',
  (...args: never[]) => unknown
>

const load = <T>(name: string) => import(new URL(`../../.dev/${name}`, import.meta.url).href) as Promise<T>
const { findingsOf } = await load<{
  findingsOf: (config: Config, secrets: Secrets | null, options: { env: string | null }) => Finding[]
}>('deploy/findings.mjs')
const { parseSecrets } = await load<{ parseSecrets: (text: string) => Secrets }>('deploy/secrets.mjs')
const { liveCalls, makeCalls } = await load<{
  liveCalls: (given: Record<string, string>) => { name: string; url: string }[]
  makeCalls: (calls: object[]) => Promise<Outcome[]>
}>('deploy/live.mjs')
const { platformCalls, makePlatformCalls } = await load<{
  platformCalls: (config: object, where: { env: string; config: string }) => { name: string; args: string[] }[]
  makePlatformCalls: (
    calls: object[],
    wrangler: (args: string[]) => Promise<{ code: number; output: string }>,
  ) => Promise<Outcome[]>
}>('deploy/live-platform.mjs')
const { smokeTest } = await load<{
  smokeTest: (address: string, options: { tries: number; waitMs: number }) => Promise<string[]>
}>('deploy/smoke.mjs')
const { migrationIn, lastMigration } = await load<{
  migrationIn: (output: string) => string | null
  lastMigration: (env: string) => string
}>('deploy/objects.mjs')
const { deploy } = await load<{ deploy: (args: string[], tools: Tools) => Promise<number> }>('deploy.mjs')

const secret = (letter: string) => `${letter}4f9c1e7b2d8a3560e9f7c2b1d4a8e365`
const SECRETS = { SERVICE_KEY: secret('a'), TOKEN_SECRET: secret('b'), VISITOR_SECRET: secret('c') }
const GOOD: Config = {
  vars: {
    APP_ENV: 'production',
    PUBLIC_URL: 'https://cards.example',
    PROJECT_ID: 'fantasy-cards',
    PUBLIC_KEY: 'public-fantasy-cards',
    DONATION_URL: 'https://give.example',
    ADMIN_EMAIL: 'admin@example.com',
    ADMIN_EMAILS: 'admin@example.com',
    MAIL_FROM: 'cards@example.com',
  },
  d1_databases: [{ binding: 'DB', database_name: 'cards', database_id: '3f0c9d2e-0000-4000-8000-000000000001' }],
  kv_namespaces: [{ binding: 'GATE', id: '3f0c9d2e000040008000000000000002' }],
  send_email: [{ name: 'MAIL' }],
  observability: { enabled: true, logs: { invocation_logs: false } },
  upload_source_maps: true,
}
const secrets = (values: Record<string, string> = SECRETS): Secrets => ({ names: Object.keys(values), values })
const check = (vars: Record<string, string> = {}, given: Secrets | null = secrets(), more: Partial<Config> = {}) =>
  findingsOf({ ...GOOD, ...more, vars: { ...GOOD.vars, ...vars } }, given, { env: 'production' })
const named = (findings: Finding[]) => findings.map(({ level, name }) => `${level} ${name}`)

describe('what is checked before a deployment', () => {
  test('finds nothing where everything is there, also when only the names of secrets are known', () => {
    expect(check()).toEqual([])
    expect(check({}, { names: Object.keys(SECRETS), values: {} })).toEqual([])
  })

  test.each<[string, Finding[], string, string]>([
    [
      'a short secret',
      check({}, secrets({ ...SECRETS, TOKEN_SECRET: 'brief-secret' })),
      'error TOKEN_SECRET',
      'npx wrangler secret put TOKEN_SECRET --env production',
    ],
    [
      'a missing secret',
      check({}, { names: ['SERVICE_KEY', 'TOKEN_SECRET'], values: {} }),
      'error VISITOR_SECRET',
      'npx wrangler secret put VISITOR_SECRET --env production',
    ],
    [
      'one secret for two uses',
      check({}, secrets({ ...SECRETS, VISITOR_SECRET: SECRETS.SERVICE_KEY })),
      'error VISITOR_SECRET',
      'npx wrangler secret put VISITOR_SECRET --env production',
    ],
    [
      'no address',
      check({ PUBLIC_URL: '' }),
      'error PUBLIC_URL',
      'set PUBLIC_URL under [env.production.vars] in wrangler.toml',
    ],
    ['an address over plain HTTP', check({ PUBLIC_URL: 'http://cards.example' }), 'error PUBLIC_URL', 'set PUBLIC_URL'],
    [
      'a placeholder for the database',
      check({}, secrets(), {
        d1_databases: [{ binding: 'DB', database_name: 'cards', database_id: '00000000-0000-0000-0000-000000000000' }],
      }),
      'error DB',
      'npx wrangler d1 create cards',
    ],
    [
      'a placeholder for the namespace',
      check({}, secrets(), { kv_namespaces: [{ binding: 'GATE', id: '0'.repeat(32) }] }),
      'error GATE',
      'npx wrangler kv namespace create GATE --env production',
    ],
    [
      'a secret among the vars',
      check({ AI_OPENAI_KEY: 'sk-1' }),
      'error AI_OPENAI_KEY',
      'npx wrangler secret put AI_OPENAI_KEY',
    ],
    [
      'a provider without its key',
      check({ AI_IMAGE_PROVIDER: 'openai' }),
      'error AI_OPENAI_KEY',
      'npx wrangler secret put AI_OPENAI_KEY',
    ],
    [
      'models of the platform without a binding',
      check({ AI_TEXT_PROVIDER: 'workers-ai' }),
      'error AI_TEXT_PROVIDER',
      'set AI_TEXT_PROVIDER',
    ],
    [
      'a search without its key',
      check({ SEARCH_PROVIDER: 'brave' }),
      'error SEARCH_API_KEY',
      'npx wrangler secret put SEARCH_API_KEY',
    ],
    [
      'addresses in the platform’s own log',
      check({}, secrets(), { observability: { enabled: true } }),
      'error observability',
      'invocation_logs = false',
    ],
    [
      'stack traces without lines',
      check({}, secrets(), { upload_source_maps: false }),
      'error upload_source_maps',
      'upload_source_maps = true',
    ],
    ['relaxed limits', check({ LIMITS: 'relaxed' }), 'error LIMITS', 'set LIMITS'],
    ['no mail', check({}, secrets(), { send_email: [] }), 'warning mail', 'npx wrangler secret put RESEND_API_KEY'],
    ['no admin', check({ ADMIN_EMAILS: '' }), 'warning ADMIN_EMAILS', 'set ADMIN_EMAILS'],
    [
      'a rotation that lasts',
      check({}, secrets({ ...SECRETS, TOKEN_SECRET_PREVIOUS: secret('d') })),
      'warning TOKEN_SECRET_PREVIOUS',
      'npx wrangler secret delete TOKEN_SECRET_PREVIOUS --env production',
    ],
    [
      'a name that is misspelled',
      check({ PUBLC_URL: 'https://cards.example' }),
      'warning PUBLC_URL',
      'worker/README.md',
    ],
    ['secrets that cannot be listed', check({}, null), 'error secrets', '--secrets FILE'],
  ])('names %s and what mends it', (_case, findings, name, mend) => {
    expect(named(findings)).toEqual([name])
    expect(findings[0]!.mend).toContain(mend)
  })

  test('names local mode as unsafe', () => {
    expect(named(check({ APP_ENV: 'local' }))).toContain('error APP_ENV')
  })

  test('says nothing of what a secret is', () => {
    const findings = check({}, secrets({ ...SECRETS, TOKEN_SECRET: 'short-and-private' }))
    expect(JSON.stringify(findings)).not.toContain('short-and-private')
  })

  test.each([
    ['a list of names from wrangler', '[{"name":"A_B","type":"secret_text"}]', { names: ['A_B'], values: {} }],
    ['a file of settings', '# c\nA_B="x y"\nexport C=1\n', { names: ['A_B', 'C'], values: { A_B: 'x y', C: '1' } }],
    ['names by line', 'A_B\nC\n', { names: ['A_B', 'C'], values: {} }],
    ['an empty file', '', { names: [], values: {} }],
  ])('reads %s', (_case, text, read) => expect(parseSecrets(text)).toEqual(read))
})

describe('the command', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'deploy-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))
  const command = (...args: string[]) =>
    spawnSync(process.execPath, ['.dev/deploy-check.mjs', ...args], { encoding: 'utf8' })

  test('exits with 1 where something is missing, naming it', () => {
    const { status, stdout } = command('--env', 'staging', '--secrets', '.dev.vars.example')
    expect(status).toBe(1)
    expect(stdout).toContain('error: PUBLIC_URL is missing\n    set PUBLIC_URL under [env.staging.vars]')
  })

  test.each([
    [['--env', 'nowhere'], 'There is no environment nowhere'],
    [['--bogus'], "Unknown option '--bogus'"],
  ])('exits with 2 for a wrong call: %s', (args, said) => {
    const { status, stderr } = command(...args)
    expect([status, stderr.split('\n')[0]]).toEqual([2, expect.stringContaining(said)])
    expect(stderr).toContain('Usage: npm run deploy:check')
  })

  test('exits with 0 where nothing is missing', () => {
    writeFileSync(
      join(folder, 'secrets'),
      Object.entries(SECRETS)
        .map(([name, value]) => `${name}=${value}`)
        .join('\n'),
    )
    const config = readFileSync('wrangler.toml', 'utf8')
      .replaceAll('main = "worker', `main = "${process.cwd()}/worker`)
      .replaceAll('00000000-0000-0000-0000-000000000000', '3f0c9d2e-0000-4000-8000-000000000001')
      .replaceAll(/"0{32}"/g, '"3f0c9d2e000040008000000000000002"')
      .replaceAll('PUBLIC_URL = ""', 'PUBLIC_URL = "https://cards.example"')
    writeFileSync(join(folder, 'wrangler.toml'), config)
    const { status, stdout } = command('--config', join(folder, 'wrangler.toml'), '--secrets', join(folder, 'secrets'))
    expect([status, stdout.trim().split('\n').at(-1)]).toEqual([
      0,
      expect.stringMatching(/^production: 0 errors, \d warnings$/),
    ])
  })
})

let server: Server | undefined
afterEach(() => server?.close())

/** A stand-in for the services, on this machine. */
async function standIn(answer: (request: IncomingMessage) => { status: number; body?: string }) {
  const asked: { path: string; key: string | undefined }[] = []
  server = createServer((request, response) => {
    const { headers } = request
    const key = [
      headers.authorization,
      headers['x-api-key'],
      headers['x-goog-api-key'],
      headers['x-subscription-token'],
    ]
    asked.push({ path: request.url!, key: key.flat().find((value) => value !== undefined) })
    const { status, body = '{}' } = answer(request)
    response.writeHead(status, { 'content-type': 'application/json' }).end(body)
  })
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

describe('the smallest real call to each configured service', () => {
  const given = (url: string) => ({
    PUBLIC_URL: url,
    RESEND_API_KEY: 'mail-key',
    RESEND_URL: url,
    AI_IMAGE_PROVIDER: 'openai',
    AI_OPENAI_KEY: 'ai-key',
    AI_OPENAI_BASE_URL: `${url}/openai`,
    AI_TEXT_PROVIDER: 'anthropic',
    AI_ANTHROPIC_KEY: 'other-key',
    AI_ANTHROPIC_BASE_URL: `${url}/anthropic`,
    SEARCH_PROVIDER: 'searxng',
    SEARCH_URL: url,
    DATA_RESOLVER_URL: `${url}/dns`,
    OIDC_DISCOVERY_URL: `${url}/.well-known/openid-configuration`,
  })

  test('asks each once with its key, and buys nothing', async () => {
    const { url, asked } = await standIn(() => ({ status: 200 }))
    const outcomes = await makeCalls(liveCalls(given(url)))
    expect(outcomes.every(({ ok }) => ok)).toBe(true)
    expect(asked).toEqual([
      { path: '/health', key: undefined },
      { path: '/domains', key: 'Bearer mail-key' },
      { path: '/anthropic/models?limit=1', key: 'other-key' },
      { path: '/openai/models', key: 'Bearer ai-key' },
      { path: '/.well-known/openid-configuration', key: undefined },
      { path: '/dns?name=example.com&type=A', key: undefined },
      { path: '/search?q=weather&format=json', key: undefined },
    ])
  })

  test('says which refused, without its key', async () => {
    const { url } = await standIn(({ url: path }) => ({ status: path!.startsWith('/openai') ? 401 : 200 }))
    const outcomes = await makeCalls(liveCalls(given(url)))
    expect(outcomes.filter(({ ok }) => !ok)).toEqual([
      { name: 'AI (openai)', ok: false, said: expect.stringMatching(/^answered 401: the key is refused/) },
    ])
    expect(JSON.stringify(outcomes)).not.toContain('ai-key')
  })

  test('takes a mail key that may only send, and names what does not answer', async () => {
    const { url } = await standIn(() => ({ status: 401, body: '{"name":"restricted_api_key"}' }))
    const calls = liveCalls({ RESEND_API_KEY: 'k', RESEND_URL: url, DATA_RESOLVER_URL: 'http://127.0.0.1:1/dns' })
    expect(await makeCalls(calls)).toEqual([
      { name: 'mail', ok: true, said: 'answered 401' },
      { name: 'resolver', ok: false, said: expect.stringMatching(/^did not answer/) },
    ])
  })
})

describe('the smallest real call to the data of an environment', () => {
  const config = {
    d1_databases: [{ binding: 'DB', database_name: 'cards' }],
    kv_namespaces: [{ binding: 'GATE', id: '1' }],
    r2_buckets: [{ binding: 'FILES', bucket_name: 'cards' }],
  }
  const calls = platformCalls(config, { env: 'staging', config: 'wrangler.toml' })

  test('reads from each, in the account and of that environment', async () => {
    const asked: string[] = []
    const outcomes = await makePlatformCalls(calls, async (args) => {
      asked.push(args.join(' '))
      return { code: 0, output: '' }
    })
    expect(outcomes.map(({ name, said }) => `${name} ${said}`)).toEqual([
      'D1 (DB) answered',
      'KV (GATE) answered',
      'R2 (FILES) answered',
    ])
    for (const line of asked) expect(line).toContain('--env staging')
    expect(asked[0]).toContain('--remote --yes --command select 1')
    expect(asked[1]).toContain('kv key list --binding GATE --remote')
    expect(asked[2]).toContain('r2 bucket info cards')
    expect(asked.join()).not.toMatch(/put|delete|create|insert/)
  })

  test('says what wrangler says, and what to do', async () => {
    const output = '\n✘ [ERROR] The specified bucket does not exist. [code: 10006]\n\n'
    const outcomes = await makePlatformCalls(calls.slice(2), async () => ({ code: 1, output }))
    expect(outcomes).toEqual([
      {
        name: 'R2 (FILES)',
        ok: false,
        said: 'did not answer: [ERROR] The specified bucket does not exist. [code: 10006]\n    npx wrangler r2 bucket create cards',
      },
    ])
  })
})

describe('the smoke test of an address', () => {
  const answers: Record<string, string> = {
    '/health': '{"ok":true}',
    '/ready': '{"ok":true}',
    '/': '<html></html>',
    '/api/config': '{"projectId":"p"}',
    '/hall-of-fame': '<html></html>',
  }

  test('is content with a site that answers, also after a while', async () => {
    let asked = 0
    const { url } = await standIn(({ url: path }) =>
      asked++ < 3 ? { status: 502 } : { status: 200, body: answers[path!]! },
    )
    expect(await smokeTest(url, { tries: 3, waitMs: 0 })).toEqual([])
  })

  test('names what does not', async () => {
    const { url } = await standIn(({ url: path }) =>
      path === '/ready'
        ? { status: 503, body: '{"ok":false}' }
        : { status: 200, body: path === '/' ? '' : answers[path!]! },
    )
    expect(await smokeTest(url, { tries: 2, waitMs: 0 })).toEqual(['/ready answered 503', '/ answered something else'])
  })
})

describe('a deployment', () => {
  function tools(
    results: { check?: number; migrate?: number; upload?: number; faults?: string[]; deployed?: string | null } = {},
  ) {
    const did: string[] = []
    const all = {
      check: async () => (did.push('check'), results.check ?? 0),
      build: async () => void did.push('build'),
      wrangler: async (args: string[]) => {
        did.push(`wrangler ${args.join(' ')}`)
        return (args[0] === 'd1' ? results.migrate : results.upload) ?? 0
      },
      smoke: async (address: string) => (did.push(`smoke ${address}`), results.faults ?? []),
      publicUrl: () => 'https://cards.example',
      migration: () => 'v2',
      deployedMigration: async () => (results.deployed === undefined ? 'v2' : results.deployed),
      say: (line: string) => void did.push(`said: ${line}`),
    }
    return { did, all: all as unknown as Tools }
  }
  const STEPS = [
    'check',
    'build',
    'wrangler d1 migrations apply DB --remote --env staging',
    'wrangler deploy --env staging --tag objects-v2',
    'smoke https://cards.example',
  ]

  test('checks, builds, migrates, uploads and asks the address, in this order', async () => {
    const { did, all } = tools()
    expect(await deploy(['--env', 'staging'], all)).toBe(0)
    expect(did.slice(0, -1)).toEqual(STEPS)
  })

  test.each([
    [{ check: 1 }, 1, 'Nothing was deployed.'],
    [{ migrate: 1 }, 3, 'nothing was deployed'],
    [{ upload: 1 }, 4, 'the version before still answers'],
    [{ faults: ['/ answered 500'] }, 5, 'npx wrangler rollback --env staging'],
  ])('ends at the step that fails: %j', async (results, steps, said) => {
    const { did, all } = tools(results)
    expect(await deploy(['--env', 'staging'], all)).toBe(1)
    expect(did.filter((step) => !step.startsWith('said'))).toEqual(STEPS.slice(0, steps))
    expect(did.at(-1)).toContain(said)
  })

  test('with another Durable Object migration is made only when it is said that nothing else is in it', async () => {
    const refused = tools({ deployed: 'v1' })
    expect(await deploy(['--env', 'staging'], refused.all)).toBe(1)
    expect(refused.did.filter((step) => !step.startsWith('said'))).toEqual(['check'])
    expect(refused.did.join()).toContain('npm run deploy -- --env staging --objects')
    const said = tools({ deployed: 'v1' })
    expect(await deploy(['--env', 'staging', '--objects'], said.all)).toBe(0)
    // Nothing is there yet, or it was deployed by another way.
    expect(await deploy(['--env', 'staging'], tools({ deployed: null }).all)).toBe(0)
  })

  test('is known by the tag of its version', () => {
    const version = (number: number, tag?: string) => ({ number, annotations: tag && { 'workers/tag': tag } })
    const list = [version(1, 'objects-v1'), version(3), version(2, 'objects-v2')]
    expect(migrationIn(`a banner\n${JSON.stringify(list)}`)).toBe('v2')
    expect([migrationIn('[]'), migrationIn(JSON.stringify([version(1, 'mine')])), migrationIn('no json')]).toEqual([
      null,
      null,
      null,
    ])
    expect(lastMigration('production')).toMatch(/^v\d+$/)
  })

  test('by a dry run uploads nothing', async () => {
    const { did, all } = tools()
    expect(await deploy(['--dry-run'], all)).toBe(0)
    expect(did).toEqual(['build', 'wrangler deploy --dry-run --env production'])
  })
})

test('a Deploy button asks for the three secrets and the address, and for nothing else', () => {
  const { names, values } = parseSecrets(readFileSync('.dev.vars.example', 'utf8'))
  expect(names).toEqual(['SERVICE_KEY', 'TOKEN_SECRET', 'VISITOR_SECRET', 'PUBLIC_URL'])
  expect(Object.values(values)).toEqual(['', '', '', ''])
  // What it asks for would be hidden by a var of the same name.
  const [, vars] = /\n\[vars\]\n([\s\S]*?)\n\[/.exec(readFileSync('wrangler.toml', 'utf8'))!
  for (const name of names) expect(vars).not.toMatch(new RegExp(`^${name} =`, 'm'))
})
