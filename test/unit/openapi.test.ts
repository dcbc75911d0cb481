import { Validator } from '@seriousme/openapi-schema-validator'
import Ajv2020 from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { BACKEND_API } from '#worker/backend/openapi.ts'
import { PRODUCT_API } from '#worker/edge/openapi/routes.ts'
import { openApiDocument } from '#worker/http/openapi/document.ts'
import { offendersOf } from '../support/offenders.ts'

type Schema = Record<string, unknown>
type Media = Record<string, { schema: Schema }>
type Described = {
  operationId: string
  summary: string
  security: Record<string, unknown>[]
  parameters?: { in: string; name: string; required: boolean; schema: Schema }[]
  requestBody?: { content: Media }
  responses: Record<string, { description: string; content?: Media }>
}
type Document = {
  openapi: string
  paths: Record<string, Record<string, Described>>
  components: { schemas: Record<string, Schema>; securitySchemes: Record<string, unknown> }
}

const APIS = [
  ['the product', PRODUCT_API],
  ['the backend', BACKEND_API],
] as const

describe.each(APIS)('the document of %s', (_name, api) => {
  const document = openApiDocument({ ...api, origin: 'https://cards.example' }) as unknown as Document
  const { schemas, securitySchemes } = document.components
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )

  test('is OpenAPI 3.1 and holds every call once', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d+$/)
    expect(described).toHaveLength(api.operations.length)
    const ids = described.map(({ operation }) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of ids) expect(id).toMatch(/^[a-z][A-Za-z]+$/)
  })

  test('is valid by the schema of the specification, and would not be without its title', async () => {
    const judged = await new Validator().validate(structuredClone(document))
    expect(judged).toEqual({ valid: true })
    const untitled = structuredClone({ ...document, info: { version: '1' } })
    expect((await new Validator().validate(untitled)).valid).toBe(false)
  })

  test('points only at what it holds, and holds nothing that it does not point at', () => {
    const pointed = [...JSON.stringify(document).matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name]) => name!)
    expect([...new Set(pointed)].toSorted()).toEqual(Object.keys(schemas).toSorted())
  })

  test('gives one shape to each name', () => {
    for (const [name, shapes] of shapesOf(api)) expect([name, shapes.size]).toEqual([name, 1])
  })

  const callOf = ({ path, method }: (typeof described)[number]) => `${method} ${path}`

  test('names the parameters of each path', async () => {
    const check = ({ path, operation }: (typeof described)[number]) => {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      const inPath = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path')
      expect(inPath.map(({ name }) => name)).toEqual(named)
      expect(inPath.every(({ required }) => required)).toBe(true)
    }
    expect(await offendersOf(described, callOf, check)).toEqual([])
  })

  test('says what each call answers and to whom', async () => {
    const check = ({ operation }: (typeof described)[number]) => {
      const statuses = Object.keys(operation.responses)
      expect(statuses.filter((status) => status.startsWith('2')).length).toBeGreaterThan(0)
      for (const { description } of Object.values(operation.responses)) expect(description).toBeTruthy()
      expect(operation.security.length).toBeGreaterThan(0)
      for (const key of operation.security.flatMap(Object.keys)) expect(securitySchemes).toHaveProperty(key)
    }
    expect(await offendersOf(described, callOf, check)).toEqual([])
  })

  test('leaves no body or parameter of a call without a type', async () => {
    const check = ({ operation }: (typeof described)[number]) => {
      const bodies = [operation.requestBody, ...Object.values(operation.responses)].flatMap((part) =>
        Object.values(part?.content ?? {}),
      )
      for (const { schema } of [...bodies, ...(operation.parameters ?? [])]) {
        expect(Object.keys(schema)).not.toEqual([])
        expect(anythingIn(schema)).toEqual([])
      }
    }
    expect(await offendersOf(described, callOf, check)).toEqual([])
  })

  test('holds shapes that are valid JSON Schema 2020-12 and give everything a type', async () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false })
    const check = ([, schema]: [string, Schema]) => {
      expect(ajv.validateSchema(schema), JSON.stringify(ajv.errors)).toBe(true)
      expect(anythingIn(schema)).toEqual([])
    }
    expect(await offendersOf(Object.entries(schemas), ([name]) => name, check)).toEqual([])
  })
})

/** The shapes that operations give to each name, as the document writes them. */
function shapesOf({ operations }: (typeof APIS)[number][1]): Map<string, Set<string>> {
  const shapes = new Map<string, Set<string>>()
  for (const operation of operations) {
    const { components } = openApiDocument({
      ...PRODUCT_API,
      operations: [operation],
      origin: '',
    }) as unknown as Document
    for (const [name, schema] of Object.entries(components.schemas))
      shapes.set(name, (shapes.get(name) ?? new Set()).add(JSON.stringify(schema)))
  }
  return shapes
}

/** Places of a schema that anything would fit. */
function anythingIn(schema: unknown, at = ''): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  if (Array.isArray(schema)) return schema.flatMap((part, i) => anythingIn(part, `${at}/${i}`))
  const { properties, items, anyOf, oneOf, allOf, additionalProperties } = schema as Schema
  const parts = [
    ...Object.entries((properties ?? {}) as Schema),
    ['items', items],
    ['additional', additionalProperties],
  ]
  return [
    ...parts.flatMap(([name, part]) =>
      typeof part === 'object' && part !== null && Object.keys(part).every((key) => key === 'default')
        ? [`${at}/${String(name)}`]
        : anythingIn(part, `${at}/${String(name)}`),
    ),
    ...[anyOf, oneOf, allOf].flatMap((one) => anythingIn(one, `${at}/of`)),
  ]
}
