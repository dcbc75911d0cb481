/** Intercepts a call. `run` performs it. */
export type Intercept = (name: string, run: () => unknown) => unknown

/**
 * Returns a proxy that passes calls of `methods` to `intercept` as `name.method`, and replaces the members in `more`. Every
 * method runs with the original object as `this`, as platform bindings require.
 */
export function interceptMethods<T extends object>(
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
        const run = () => Reflect.apply(value, target, args) as unknown
        return methods.includes(String(property)) ? intercept(`${name}.${String(property)}`, run) : run()
      }
    },
  })
}

/** Returns a D1 database that passes each statement to `intercept` by its SQL when it runs. A batch is one call. */
export function interceptDatabase(db: D1Database, intercept: Intercept): D1Database {
  return new InterceptedDatabase(db, intercept) as unknown as D1Database
}

class InterceptedDatabase {
  private readonly db: D1Database
  private readonly intercept: Intercept

  constructor(db: D1Database, intercept: Intercept) {
    this.db = db
    this.intercept = intercept
  }

  prepare(query: string): InterceptedStatement {
    return new InterceptedStatement(this.db.prepare(query), query, this.intercept)
  }

  batch(statements: readonly (D1PreparedStatement | InterceptedStatement)[]): unknown {
    // The platform accepts only statements that it created.
    const originals = statements.map((one) => (one instanceof InterceptedStatement ? one.statement : one))
    return this.intercept('DB.batch', () => this.db.batch(originals))
  }

  /** Statements of a session are intercepted too. */
  withSession(from?: string): InterceptedDatabase {
    return new InterceptedDatabase(this.db.withSession(from) as unknown as D1Database, this.intercept)
  }

  exec(query: string): unknown {
    return this.intercept('DB.exec', () => this.db.exec(query))
  }
}

class InterceptedStatement {
  readonly statement: D1PreparedStatement
  private readonly query: string
  private readonly intercept: Intercept

  constructor(statement: D1PreparedStatement, query: string, intercept: Intercept) {
    this.statement = statement
    this.query = query
    this.intercept = intercept
  }

  bind(...values: unknown[]): InterceptedStatement {
    return new InterceptedStatement(this.statement.bind(...values), this.query, this.intercept)
  }

  run(): unknown {
    return this.intercept(this.query, () => this.statement.run())
  }

  all(): unknown {
    return this.intercept(this.query, () => this.statement.all())
  }

  first(...column: [] | [string]): unknown {
    // This signature merges the platform method's two overloads.
    return this.intercept(this.query, () => this.statement.first(...(column as [string])))
  }

  raw(...options: [] | [{ columnNames: true }]): unknown {
    return this.intercept(this.query, () => this.statement.raw(...(options as [{ columnNames: true }])))
  }
}
