import type { Env, Hono } from 'hono'
import { generateSpecs } from 'hono-openapi'
import { failure, failures, SCHEMES } from './describe.ts'
import { Failure, JSON_SCHEMA, toJsonSchema } from './schemas.ts'

export type Api = {
  readonly title: string
  readonly summary: string
  readonly version: string
  /** True if calls may fail with statuses that they do not list. */
  readonly isOpen?: boolean
}

export type Paths = Awaited<ReturnType<typeof generateSpecs>>['paths']
export type Document = Awaited<ReturnType<typeof generateDocument>>
export type Operation = NonNullable<Paths[string]['get']>

const METHODS = ['get', 'head', 'post', 'patch', 'delete'] as const

/** Generates the OpenAPI 3.1 document of an app's routes. */
export async function generateDocument<E extends Env>(app: Hono<E>, { isOpen = false, ...info }: Api) {
  const responses = { ...failures([500]), ...(isOpen && { default: failure('Any other error') }) }
  const { openapi, paths, components } = await generateSpecs(app, {
    defaultOptions: Object.fromEntries(METHODS.map((method) => [method.toUpperCase(), { responses }])),
    defaultValidationErrorResponse: failures([400])['400'] as never,
  })
  const operations = operationsIn(paths)
  const used = new Set(operations.flatMap(({ operation }) => operation.security ?? []).flatMap(Object.keys))
  return {
    openapi,
    info: { ...info, license: { name: 'MIT', identifier: 'MIT' } },
    paths,
    components: {
      schemas: { ...components.schemas, Failure: toJsonSchema(Failure, 'output'), Json: JSON_SCHEMA },
      securitySchemes: Object.fromEntries(Object.entries(SCHEMES).filter(([name]) => used.has(name))),
    },
  }
}

/** Lists every call of a document. */
export const operationsIn = (paths: Paths) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    METHODS.flatMap((method) => {
      const operation = methods[method]
      return operation === undefined ? [] : [{ method, path, operation }]
    }),
  )
