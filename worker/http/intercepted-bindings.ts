/** What happens at a call: `act` makes it. */
export type Intercept = (name: string, act: () => unknown) => unknown

const STATEMENT_CALLS = ['run', 'all', 'first', 'raw']

/**
 * A proxy of an object whose `methods` go through `intercept`, named `name.method`; `more` replaces others. Every method
 * runs on the object itself, as bindings of the platform need it.
 */
export function intercepted<T extends object>(
  object: T,
  name: string,
  methods: readonly string[],
  intercept: Intercept,
  more: Readonly<Record<string, unknown>> = {},
): T {
  return new Proxy(object, {
    get(target, property) {
      if (typeof property === 'string' && Object.hasOwn(more, property)) return more[property]
      const value = Reflect.get(target, property) as unknown
      if (typeof value !== 'function') return value
      return (...args: unknown[]) => {
        const act = () => Reflect.apply(value, target, args) as unknown
        return methods.includes(String(property)) ? intercept(`${name}.${String(property)}`, act) : act()
      }
    },
  })
}

/** D1: statements go through `intercept` when they run, named by their SQL, and a batch as one call. */
export function interceptedDatabase(db: D1Database, intercept: Intercept): D1Database {
  // A batch takes statements as the platform has made them.
  const originals = new WeakMap<D1PreparedStatement, D1PreparedStatement>()
  const statementOf = (statement: D1PreparedStatement, query: string): D1PreparedStatement => {
    const proxy = intercepted(statement, query, STATEMENT_CALLS, intercept, {
      bind: (...values: unknown[]) => statementOf(statement.bind(...values), query),
    })
    originals.set(proxy, statement)
    return proxy
  }
  return intercepted(db, 'DB', ['exec', 'dump'], intercept, {
    prepare: (query: string) => statementOf(db.prepare(query), query),
    batch: (statements: D1PreparedStatement[]) =>
      intercept('DB.batch', () => db.batch(statements.map((statement) => originals.get(statement) ?? statement))),
  })
}
