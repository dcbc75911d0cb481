import type { Context, Env, MiddlewareHandler, ValidationTargets } from 'hono'
import { uniqueSymbol } from 'hono-openapi'
import type * as z from 'zod/mini'
import { parseInput, readJson } from '../body.ts'
import { BODY_ERRORS, failures, jsonRequest } from './describe.ts'
import { nameSchema, toJsonSchema } from './schemas.ts'

type Valid<E extends Env, P extends string, Target extends keyof ValidationTargets, T> = MiddlewareHandler<
  E,
  P,
  { in: Record<Target, T>; out: Record<Target, T> }
>

/** Reads and validates a request's JSON. */
export type ReadJson<E extends Env> = <T>(c: Context<E>, schema: z.ZodMiniType<T>) => Promise<T>

/**
 * Reads, validates and describes a JSON body. `c.req.valid('json')` returns it; the document calls it `name`. Unlike
 * `validator` of hono-openapi, it uses our own body reader with its limits of size, time and memory.
 *
 * @param read the size limit in bytes, or a reader that first checks the caller's permission
 */
export function jsonBody<T, E extends Env, P extends string>(
  name: string,
  schema: z.ZodMiniType<T>,
  read: number | ReadJson<E>,
): Valid<E, P, 'json', T> {
  const readInput: ReadJson<E> =
    typeof read === 'number' ? async (c, contract) => parseInput(contract, await readJson(c, read)) : read
  const middleware: Valid<E, P, 'json', T> = async (c, next) => {
    c.req.addValidatedData('json', (await readInput(c, schema)) as object)
    await next()
  }
  const spec = { requestBody: jsonRequest(name, schema), responses: failures([400, ...BODY_ERRORS]) }
  return Object.assign(middleware, { [uniqueSymbol]: { spec } })
}

/** Validates and describes the query string. @param about description of each parameter */
export function query<T, E extends Env, P extends string>(
  schema: z.ZodMiniType<T>,
  about: Readonly<Record<string, string>>,
): Valid<E, P, 'query', T> {
  const middleware: Valid<E, P, 'query', T> = async (c, next) => {
    c.req.addValidatedData('query', parseInput(schema, c.req.query()) as object)
    await next()
  }
  const toOpenAPISchema = () => {
    const described = toJsonSchema(schema, 'input')
    const properties = described['properties'] as Record<string, object>
    for (const [name, description] of Object.entries(about)) properties[name] = { ...properties[name], description }
    return Promise.resolve({ schema: described, components: undefined })
  }
  return Object.assign(middleware, {
    [uniqueSymbol]: { ...nameSchema('Query', schema), target: 'query' as const, toOpenAPISchema },
  })
}
