import { posix } from 'node:path'

type Layer = {
  /** Folder or file; `*` matches one path segment. */
  readonly path: string
  /** The layers that it may import besides itself. */
  readonly may: readonly string[]
  /** Packages it may import; all if omitted. */
  readonly packages?: readonly string[]
}

const ZOD = ['zod/mini']
const BACKEND_COMMON = ['app-env', 'budgets', 'caller', 'caller-rights', 'project'].map(
  (name) => `worker/backend/${name}.ts`,
)
/** The modules that every part of the pages may import. */
const GROUND = ['navigation', 'hooks', 'photo', 'lib']
const WORKER_COMMON = ['shared', 'worker/http', 'worker/env.ts', 'worker/config.ts', 'worker/settings']

/** The layers and their allowed imports. A file belongs to the first layer that matches it. */
export const LAYERS: readonly Layer[] = [
  // The client defines its own texts and numbers, and the product's list of texts reuses them.
  { path: 'shared/domain', may: ['shared/client/common-texts.ts'], packages: ZOD },
  { path: 'shared/contracts', may: ['shared/domain', 'shared/client/limits.ts'], packages: ZOD },
  { path: 'shared/query', may: [], packages: [] },
  { path: 'shared/client', may: ['shared/query'], packages: ZOD },
  { path: 'shared/vision', may: ['shared/domain/face-oval.ts'], packages: [] },
  { path: 'shared/time.ts', may: [], packages: [] },
  { path: 'shared/design', may: ['shared/domain/team.ts', 'shared/domain/armor.ts'], packages: [] },

  { path: 'worker/index.ts', may: ['worker'] },
  { path: 'worker/compose.ts', may: ['shared', 'worker'] },
  { path: 'worker/compose', may: ['shared', 'worker'] },
  { path: 'worker/app.ts', may: ['worker/compose.ts', 'worker/edge', 'worker/http'] },
  { path: 'worker/config.ts', may: ['shared', 'worker/settings'] },
  { path: 'worker/settings', may: ['shared'] },
  { path: 'worker/env.ts', may: [] },
  { path: 'worker/vite.config.ts', may: [], packages: ['node:fs', 'node:path', 'node:url', 'vite'] },
  // The backend's sign-in page and the admin pages are app screens too.
  { path: 'worker/http/plain-page.ts', may: ['shared', 'worker/http', 'pages'] },
  { path: 'worker/http', may: ['shared'] },
  { path: 'worker/mail', may: WORKER_COMMON },
  { path: 'worker/operate', may: [...WORKER_COMMON, 'worker/mail'] },
  { path: 'worker/limits', may: WORKER_COMMON },
  // The graphics engine and photo preparation, which depend on neither the artist nor the renderer.
  { path: 'worker/graphics', may: ['shared', 'worker/http'] },
  { path: 'worker/photo', may: ['shared', 'worker/http', 'worker/graphics'] },
  { path: 'worker/artist', may: ['shared', 'worker/http', 'worker/graphics', 'worker/photo'] },
  { path: 'worker/render', may: ['shared', 'worker/http', 'worker/graphics'] },
  { path: 'worker/realtime', may: [...WORKER_COMMON, 'worker/limits'] },
  {
    path: 'worker/edge',
    may: [
      ...WORKER_COMMON,
      'worker/artist',
      'worker/graphics',
      'worker/limits',
      'worker/mail',
      'worker/operate',
      'worker/photo',
      'worker/realtime',
      'worker/render',
      // The screens, as the build bundles them.
      'pages',
    ],
  },
  { path: 'worker/backend/app.ts', may: [...WORKER_COMMON, 'worker/backend', 'worker/compose.ts'] },
  {
    path: 'worker/backend/*.ts',
    may: [...WORKER_COMMON, 'worker/backend', 'worker/limits', 'worker/mail', 'worker/operate'],
  },
  // The product's extension of the backend, which compose.ts passes in.
  {
    path: 'worker/backend/cards',
    may: [
      ...WORKER_COMMON,
      ...BACKEND_COMMON,
      'worker/limits',
      'worker/backend/db',
      'worker/backend/auth/user.ts',
      'worker/backend/storage/schema.ts',
      'worker/operate/tasks.ts',
      'worker/backend/sweep.ts',
      'worker/backend/sweep-files.ts',
    ],
  },
  {
    path: 'worker/backend/leagues',
    may: [
      ...WORKER_COMMON,
      'worker/backend/db/rule.ts',
      'worker/backend/auth/user.ts',
      'worker/backend/sweep.ts',
      'worker/operate/tasks.ts',
    ],
  },
  {
    path: 'worker/backend/*',
    may: [...WORKER_COMMON, ...BACKEND_COMMON, 'worker/limits', 'worker/mail', 'worker/artist', 'worker/photo'],
  },

  { path: 'web/src/entry-client.tsx', may: ['shared', ...parts('app', 'data', 'lib', 'styles')] },
  { path: 'web/src/entry-server.tsx', may: ['shared', ...parts('app', 'screens', 'data', 'lib')] },
  {
    path: 'web/src/app',
    may: ['shared', 'web/src/screens', ...parts('share', 'card', 'data', 'ui', ...GROUND, 'styles')],
  },
  {
    path: 'web/src/screens/*',
    may: ['shared', ...parts('share', 'card', 'data', 'ui', ...GROUND, 'styles')],
  },
  { path: 'web/src/share', may: ['shared', ...parts('card', 'data', 'ui', ...GROUND, 'styles')] },
  { path: 'web/src/card', may: ['shared', ...parts('data', 'ui', ...GROUND, 'styles')] },
  { path: 'web/src/data', may: ['shared', ...parts('ui', ...GROUND)] },
  // Imports only numbers. The product defines how long a toast stays.
  {
    path: 'web/src/ui',
    may: ['shared/design', 'shared/domain/limits.ts', 'web/src/lib/online.ts', ...parts('navigation', 'styles')],
  },
  { path: 'web/src/navigation', may: [] },
  { path: 'web/src/hooks', may: ['shared', ...parts('lib')] },
  { path: 'web/src/photo', may: ['shared', ...parts('lib')] },
  // The browser platform takes photos, too.
  { path: 'web/src/lib', may: ['shared', ...parts('photo')] },
]

function parts(...names: readonly string[]): string[] {
  return names.map((name) => `web/src/${name}`)
}

/** Returns the part of `file` that `pattern` matches, or null. */
function matchPath(file: string, pattern: string): string | null {
  const source = pattern.replaceAll('.', '\\.').replaceAll('*', '[^/]+')
  return new RegExp(`^${source}(?=/|$)`).exec(file)?.[0] ?? null
}

const IMPORT = /(?:^|[\s;])(?:import|export)\s(?:[^'"]*?\sfrom\s)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]/g

/** Returns all import specifiers of a source, static or dynamic, including types. */
export const listImports = (source: string): string[] =>
  [...source.matchAll(IMPORT)].map((match) => (match[1] ?? match[2])!.replace(/\?.*$/, ''))

/** Resolves an import to a project file, or to null for a package. */
function resolveTarget(file: string, specifier: string): string | null {
  if (specifier.startsWith('#web/')) return `web/src/${specifier.slice(5)}`
  if (specifier.startsWith('#')) return specifier.slice(1)
  return specifier.startsWith('.') ? posix.join(posix.dirname(file), specifier) : null
}

/** Returns the violations of a file's imports, one sentence each. */
export function findViolations(file: string, source: string): string[] {
  const layer = LAYERS.find(({ path }) => matchPath(file, path) !== null)
  if (layer === undefined) return [`${file} belongs to no layer`]
  const own = matchPath(file, layer.path)!
  return listImports(source).flatMap((specifier) => {
    const target = resolveTarget(file, specifier)
    const isAllowed =
      target === null
        ? layer.packages === undefined || layer.packages.includes(specifier)
        : [own, ...layer.may].some((path) => matchPath(target, path) !== null)
    return isAllowed ? [] : [`${file} must not import ${specifier}`]
  })
}

/** Returns the files of the first import cycle, including type imports, or null if there is none. */
export function findCycle(sources: ReadonlyMap<string, string>): readonly string[] | null {
  const clear = new Set<string>()
  const visit = (file: string, path: readonly string[]): readonly string[] | null => {
    if (path.includes(file)) return path.slice(path.indexOf(file))
    if (clear.has(file)) return null
    for (const specifier of listImports(sources.get(file) ?? '')) {
      const target = resolveTarget(file, specifier)
      const circle = target !== null && sources.has(target) ? visit(target, [...path, file]) : null
      if (circle !== null) return circle
    }
    clear.add(file)
    return null
  }
  for (const file of sources.keys()) {
    const circle = visit(file, [])
    if (circle !== null) return circle
  }
  return null
}

const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/[^\n]*/g

/**
 * Returns the tables that a source names outside its comments. A name with an underscore counts anywhere. An ordinary word
 * counts only in SQL or as a whole string.
 */
export function findTableNames(source: string, tables: readonly string[]): string[] {
  const code = source.replaceAll(COMMENT, '')
  return tables.filter((table) =>
    table.includes('_')
      ? new RegExp(`\\b${table}\\b`).test(code)
      : new RegExp(`\\b(?:from|into|update|join|table|on)\\s+["\`]?${table}\\b|(['"\`])${table}\\1`, 'i').test(code),
  )
}

/** Matches an import or re-export of values, which runs with its file. */
const STATIC_IMPORT = /^(?:import|export)\s(?!type\s)(?:[^'"]*?\sfrom\s)?['"]([^'"]+)['"]/gm

/** Returns the packages that a file imports statically, directly or through other files. */
export function listStaticPackages(entry: string, sources: ReadonlyMap<string, string>): ReadonlySet<string> {
  const seen = new Set<string>()
  const packages = new Set<string>()
  const visit = (file: string): void => {
    if (seen.has(file)) return
    seen.add(file)
    for (const [, specifier] of (sources.get(file) ?? '').matchAll(STATIC_IMPORT)) {
      const target = resolveTarget(file, specifier!)
      if (target === null) packages.add(specifier!)
      else visit(target)
    }
  }
  visit(entry)
  return packages
}
