import '../support/node-hooks.ts'
import { Validator } from '@seriousme/openapi-schema-validator'
import type { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { createBackendRoutes } from '#worker/backend/app.ts'
import { listDocumentedCalls } from '../support/documented.ts'

const { createApp } = await import('#worker/app.ts')

type Described = { operationId: string }
type Document = { paths: Record<string, Record<string, Described>>; components: { schemas: object } }

const config = { publicUrl: 'https://cards.example', auth: {} }
const backendRoutes = createBackendRoutes({ config } as never)
const app = createApp({ edge: { config }, backendRoutes } as never) as Pick<Hono, 'routes' | 'request'>

/** The API routes. Everything else is a page, an image or a file of the site. */
const CALLS = /^\/(?:api|rest|storage|functions)\/|^\/(?:health|ready)$/
const BACKEND = new Set(backendRoutes.routes.map(({ path }) => path))

const listRoutes = (isBackend: boolean) =>
  new Set(
    app.routes
      .filter(({ method, path }) => method !== 'ALL' && CALLS.test(path) && BACKEND.has(path) === isBackend)
      .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)(?:\{\.\+\})?/g, '{$1}')}`),
  )

const read = async (path: string): Promise<Document> => (await app.request(`https://cards.example${path}`)).json()

describe.each([
  ['/openapi.json', false],
  ['/openapi/backend.json', true],
])('the document at %s', (path, isBackend) => {
  it('documents every route once, and nothing else', async () => {
    const { paths } = await read(path)
    const described = Object.entries(paths).flatMap(([name, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => ({
        call: `${method.toUpperCase()} ${name}`,
        operationId,
      })),
    )
    expect(described.map(({ call }) => call).toSorted()).toEqual([...listRoutes(isBackend)].toSorted())
    expect(new Set(described.map(({ operationId }) => operationId)).size).toBe(described.length)
    expect(described.length).toBeGreaterThan(20)
  })

  it('is valid OpenAPI 3.1, and invalid without its title', async () => {
    const document = await read(path)
    expect(await new Validator().validate(structuredClone(document))).toEqual({ valid: true })
    expect((await new Validator().validate({ ...document, info: { version: '1' } })).valid).toBe(false)
  })

  it('references only schemas in the document', async () => {
    const document = await read(path)
    const pointed = [...JSON.stringify(document).matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name]) => name)
    expect([...new Set(pointed)].toSorted()).toEqual(Object.keys(document.components.schemas).toSorted())
  })

  it('has one schema per name', async () => {
    const media = listDocumentedCalls(app)
      .filter((call) => BACKEND.has(call.path) === isBackend)
      .flatMap(({ content }) => content)
    const schemas = new Map<string, Set<string>>()
    for (const { schema } of media) {
      if (schema === undefined || !('toOpenAPISchema' in schema)) continue
      const { components } = await schema.toOpenAPISchema()
      for (const [name, shape] of Object.entries(components?.schemas ?? {}))
        schemas.set(name, (schemas.get(name) ?? new Set()).add(JSON.stringify(shape)))
    }
    expect(schemas.size).toBeGreaterThan(10)
    expect([...schemas].filter(([, shapes]) => shapes.size > 1)).toEqual([])
  })
})
