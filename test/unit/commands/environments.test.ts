import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { unstable_readConfig } from 'wrangler'

const read = (env?: string) => unstable_readConfig({ config: 'wrangler.toml', ...(env !== undefined && { env }) })
type Settings = ReturnType<typeof read>

const local = read()
const ENVIRONMENTS = ['staging', 'production'] as const

/** Settings that an environment does not inherit: every kind of binding, and the vars. */
const OWN_KINDS = [
  'd1_databases',
  'r2_buckets',
  'kv_namespaces',
  'send_email',
  'services',
  'analytics_engine_datasets',
  'hyperdrive',
  'vectorize',
  'workflows',
  'pipelines',
] as const

type Binding = { readonly binding?: string; readonly name?: string }
const createList = (settings: Settings, kind: (typeof OWN_KINDS)[number]) =>
  ((settings[kind] ?? []) as readonly Binding[]).map(({ binding, name }) => binding ?? name).toSorted()

/** Wrangler's own type leaves these open. */
type Stored = Readonly<Record<'database_name' | 'bucket_name' | 'id' | 'migrations_dir', string>>

/** Returns the ids of the data behind the bindings. */
const getData = ({ d1_databases: d1, r2_buckets: r2, kv_namespaces: kv, name }: Settings) => [
  name,
  ...(d1 as readonly Stored[]).map(({ database_name: stored }) => `d1:${stored}`),
  ...(r2 as readonly Stored[]).map(({ bucket_name: stored }) => `r2:${stored}`),
  ...(kv as readonly Stored[]).map(({ id }) => `kv:${id}`),
]

describe.each(ENVIRONMENTS)('the environment %s', (name) => {
  const settings = read(name)

  test.each(OWN_KINDS)('gives the environment the same bindings: %s', (kind) => {
    expect(createList(settings, kind)).toEqual(createList(local, kind))
  })

  test('gives the environment the same single bindings, objects and vars', () => {
    expect(settings.durable_objects).toEqual(local.durable_objects)
    // The Deploy button asks for the URL of the unnamed environment.
    expect(Object.keys(settings.vars).toSorted()).toEqual([...Object.keys(local.vars), 'PUBLIC_URL'].toSorted())
    expect([settings.ai?.binding, settings.browser?.binding, settings.images?.binding]).toEqual([
      local.ai?.binding,
      local.browser?.binding,
      local.images?.binding,
    ])
  })

  test('builds the environment from the same code with the same rules', () => {
    const inherited = ({ main, assets, triggers, migrations, observability, rules, minify, ...others }: Settings) => ({
      parts: { main, assets, triggers, migrations, observability, rules, minify },
      at: [others.compatibility_date, others.compatibility_flags, others.upload_source_maps],
    })
    expect(inherited(settings)).toEqual(inherited(local))
    expect(settings.observability).toMatchObject({ enabled: true, logs: { invocation_logs: false } })
    expect(settings.upload_source_maps).toBe(true)
  })

  test('uses the same migrations folder in the environment', () => {
    const getFolder = ({ d1_databases: databases }: Settings) => (databases as readonly Stored[])[0]!.migrations_dir
    expect(getFolder(settings)).toBe(getFolder(local))
  })

  test('marks the environment as production, without relaxed limits', () => {
    expect(settings.vars).toMatchObject({ APP_ENV: 'production' })
    expect(settings.vars).not.toHaveProperty('LIMITS')
  })
})

test('shares no name or data between two environments', () => {
  const isPlaceholder = (id: string) => /^kv:0+$/.test(id)
  const all = [local, ...ENVIRONMENTS.map(read)].flatMap(getData).filter((id) => !isPlaceholder(id!))
  expect(all.toSorted()).toEqual([...new Set(all)].toSorted())
  expect(all.length).toBeGreaterThanOrEqual(9)
})

test('installs one version of workerd, which knows the compatibility date', () => {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { version: string }>
  }
  const versions = new Set(
    Object.entries(lock.packages)
      .filter(([path]) => /(?:^|\/)node_modules\/workerd$/.test(path))
      .map(([, { version }]) => version),
  )
  expect(versions.size).toBe(1)
  const [, day] = /^1\.(\d{8})\./.exec([...versions][0]!)!
  expect(local.compatibility_date!.replaceAll('-', '') <= day!).toBe(true)
})
