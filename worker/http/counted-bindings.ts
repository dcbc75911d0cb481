import { countSubrequest } from './request-scope.ts'

/** The methods of each binding that leave the isolate. */
const CALLS: Readonly<Record<string, readonly string[]>> = {
  ASSETS: ['fetch'],
  FILES: ['head', 'get', 'put', 'delete', 'list', 'createMultipartUpload'],
  GATE: ['get', 'getWithMetadata', 'put', 'delete', 'list'],
  // Each stub that is asked for is called once; the stub itself cannot be wrapped, every name on it is a method.
  JOBS: ['get'],
  CHANNELS: ['get'],
  GATEWAYS: ['get'],
  AI: ['run'],
  BROWSER: ['fetch'],
  MAIL: ['send'],
}
const STATEMENT_CALLS = ['run', 'all', 'first', 'raw']

/**
 * The same bindings, each call of which is counted for the request it is made for ({@link countSubrequest}). Parts of a
 * multipart upload count as one call with it; a batch of statements is one.
 */
export function countedBindings<T extends { readonly DB: D1Database }>(env: T): T {
  const counted: Record<string, unknown> = { ...env, DB: countedDatabase(env.DB) }
  for (const [name, methods] of Object.entries(CALLS)) {
    const binding = counted[name]
    if (typeof binding === 'object' && binding !== null) counted[name] = counting(binding, methods)
  }
  return counted as T
}

/** An object whose `methods` are counted; `more` replaces others. Every method runs on the object itself. */
function counting<T extends object>(
  object: T,
  methods: readonly string[],
  more: Readonly<Record<string, unknown>> = {},
): T {
  return new Proxy(object, {
    get(target, name) {
      if (typeof name === 'string' && Object.hasOwn(more, name)) return more[name]
      const value = Reflect.get(target, name) as unknown
      if (typeof value !== 'function') return value
      return (...args: unknown[]) => {
        if (methods.includes(name as string)) countSubrequest()
        return Reflect.apply(value, target, args) as unknown
      }
    },
  })
}

/** Statements are counted when they run, and handed to a batch as the platform made them. */
function countedDatabase(db: D1Database): D1Database {
  const originals = new WeakMap<D1PreparedStatement, D1PreparedStatement>()
  const countedStatement = (statement: D1PreparedStatement): D1PreparedStatement => {
    const counted = counting(statement, STATEMENT_CALLS, {
      bind: (...values: unknown[]) => countedStatement(statement.bind(...values)),
    })
    originals.set(counted, statement)
    return counted
  }
  return counting(db, ['exec', 'dump'], {
    prepare: (query: string) => countedStatement(db.prepare(query)),
    batch: (statements: D1PreparedStatement[]) => {
      countSubrequest()
      return db.batch(statements.map((statement) => originals.get(statement) ?? statement))
    },
  })
}
