import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { AppError } from '#shared/client/errors.ts'
import { readConfig } from '#worker/config.ts'
import { AiVars } from '#worker/settings/ai.ts'
import { DataVars } from '#worker/settings/data.ts'
import { OperateVars } from '#worker/settings/operate.ts'
import { SignInVars } from '#worker/settings/sign-in.ts'
import { SiteVars } from '#worker/settings/site.ts'

const vars = {
  PROJECT_ID: 'fantasy-cards',
  PUBLIC_KEY: 'public-fantasy-cards',
  SERVICE_KEY: '7c1e0b5d9a3f48e2b6d07f13c58a94e0',
  TOKEN_SECRET: 'd8a4f1062b9c7e53e0f6a1b38c2d4975',
  VISITOR_SECRET: '3b7f92e5c0d1846ae4b90f6d2c8a7153',
  DONATION_URL: 'https://donate.example',
  PUBLIC_URL: 'https://cards.example',
  ADMIN_EMAIL: '',
}

function getFault(env: object): AppError {
  try {
    readConfig(env)
  } catch (thrown) {
    if (thrown instanceof AppError) return thrown
  }
  throw new Error('was accepted')
}

describe('the settings', () => {
  test('defaults to production settings', () => {
    expect(readConfig(vars)).toMatchObject({
      local: false,
      adminEmail: null,
      core: null,
      generations: { perVisitorPerDay: 20 },
    })
  })

  test('reads the site’s URL, which is optional', () => {
    expect(readConfig(vars).publicUrl).toBe('https://cards.example')
    expect(readConfig({ ...vars, PUBLIC_URL: 'https://cards.example/' }).publicUrl).toBe('https://cards.example')
    expect(readConfig({ ...vars, PUBLIC_URL: '', APP_ENV: 'local' }).publicUrl).toBeNull()
    for (const url of ['', 'http://cards.example', 'https://cards.example/app', 'https://cards.example?x', 'cards'])
      expect(String(getFault({ ...vars, PUBLIC_URL: url }).cause)).toContain('PUBLIC_URL')
  })

  test.each(['SERVICE_KEY', 'TOKEN_SECRET', 'VISITOR_SECRET'] as const)(
    'fails without %s, by name and never by value',
    (name) => {
      const short = getFault({ ...vars, [name]: 'tiny-value' })
      expect(short).toMatchObject({ code: 'NOT_CONFIGURED', status: 503 })
      expect(String(short.cause)).toContain(name)
      expect(String(short.cause)).not.toContain('tiny-value')
      expect(getFault({ ...vars, [name]: undefined }).code).toBe('NOT_CONFIGURED')
    },
  )

  test('relaxes limits a thousandfold, but only locally, and never the vote period or the cooldown', () => {
    const normal = readConfig({ ...vars, APP_ENV: 'local' })
    const relaxed = readConfig({ ...vars, APP_ENV: 'local', LIMITS: 'relaxed' })
    expect(relaxed.generations.perVisitorPerDay).toBe(normal.generations.perVisitorPerDay * 1000)
    expect(relaxed.votes.perAddressPerCard).toBe(normal.votes.perAddressPerCard * 1000)
    expect(relaxed.votes.periodMs).toBe(86_400_000)
    expect(relaxed.contact.cooldownMs).toBe(20_000)
    expect(String(getFault({ ...vars, LIMITS: 'relaxed' }).cause)).toContain('LIMITS')
    expect(String(getFault({ ...vars, CONTACT_COOLDOWN_MS: '5' }).cause)).toContain('CONTACT_COOLDOWN_MS')
  })

  test('reads the mail service with its sender, and allows plain HTTP only locally', () => {
    const resend = { RESEND_API_KEY: 'key-1', MAIL_FROM: 'cards@example.com' }
    expect(readConfig({ ...vars, ...resend }).mail).toEqual({
      from: 'cards@example.com',
      resend: { key: 'key-1', url: 'https://api.resend.com' },
    })
    expect(readConfig({ ...vars, MAIL_FROM: '', RESEND_API_KEY: '' }).mail).toEqual({ from: null, resend: null })
    expect(String(getFault({ ...vars, RESEND_API_KEY: 'key-1' }).cause)).toBe('MAIL_FROM: is missing')
    const plain = { ...resend, RESEND_URL: 'http://127.0.0.1:9000' }
    expect(String(getFault({ ...vars, ...plain }).cause)).toContain('RESEND_URL')
    expect(readConfig({ ...vars, ...plain, APP_ENV: 'local' }).mail.resend?.url).toBe('http://127.0.0.1:9000')
  })

  test('reads sign-in providers, and requires all settings of each', () => {
    const google = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' }
    expect(readConfig({ ...vars, ...google }).auth.providers).toEqual({
      google: { clientId: 'id', clientSecret: 'secret' },
    })
    expect(String(getFault({ ...vars, GOOGLE_CLIENT_ID: 'id' }).cause)).toBe('GOOGLE_CLIENT_SECRET: is missing')
    const oidc = { OIDC_CLIENT_ID: 'id', OIDC_CLIENT_SECRET: 's', OIDC_DISCOVERY_URL: 'http://127.0.0.1:3000' }
    expect(String(getFault({ ...vars, ...oidc }).cause)).toContain('OIDC_DISCOVERY_URL')
    expect(readConfig({ ...vars, ...oidc, APP_ENV: 'local' }).auth.providers.oidc?.name).toBe('single sign-on')
  })

  test.each([
    'https://a.example/',
    'https://A.example',
    'a.example',
    '*',
    'https://a.example/path',
    'http://a.example',
    'http://localhost:3000',
    'ftp://a.example',
  ])('rejects %s as an origin for tokens', (origin) =>
    expect(String(getFault({ ...vars, ALLOWED_ORIGINS: origin }).cause)).toContain('ALLOWED_ORIGINS'),
  )

  test('allows tokens over plain HTTP only to this machine, and only locally', () => {
    const local = (origin: string) => () => readConfig({ ...vars, APP_ENV: 'local', ALLOWED_ORIGINS: origin }).auth
    for (const origin of ['http://partner.localhost:8787', 'http://127.0.0.1:3000', 'http://[::1]:3000'])
      expect(local(origin)().allowedOrigins).toEqual([origin])
    for (const origin of ['http://a.example', 'http://localhost.a.example', 'http://127.0.0.1.a.example'])
      expect(local(origin)).toThrow(expect.objectContaining({ code: 'NOT_CONFIGURED' }))
  })

  test('reads admins and origins in any common list format', () => {
    const { auth } = readConfig({
      ...vars,
      ADMIN_EMAILS: 'A@b.example, c@d.example',
      ALLOWED_ORIGINS: 'https://a.example  http://localhost:3000',
      APP_ENV: 'local',
    })
    expect(auth.adminEmails).toEqual(['a@b.example', 'c@d.example'])
    expect(auth.allowedOrigins).toEqual(['https://a.example', 'http://localhost:3000'])
  })

  test('reads the URL of another backend', () => {
    expect(readConfig({ ...vars, BACKEND_CORE_URL: 'https://core.example/' }).core).toEqual({
      url: 'https://core.example',
      serviceKey: vars.SERVICE_KEY,
    })
  })
})

/** Setting names built at runtime by `accountSetting` and `taskSetting` of the AI services. */
const COMPOSED = /^AI_\w+_(?:KEY|BASE_URL|PROVIDER|MODEL)$/

test('uses every setting of the schemas', () => {
  const source = readdirSync('worker', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => readFileSync(`worker/${path}`, 'utf8'))
    .join('\n')
  const names = [SiteVars, SignInVars, AiVars, DataVars, OperateVars].flatMap((vars) =>
    Object.keys(vars.unwrap().shape),
  )
  // Once in the schema, and once where it is read.
  const unused = names.filter((name) => source.match(new RegExp(`\\b${name}\\b`, 'g'))!.length < 2)
  expect(names.length).toBeGreaterThan(60)
  expect(unused.filter((name) => !COMPOSED.test(name))).toEqual([])
})
