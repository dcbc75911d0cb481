import Ajv2020 from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { openApiDocument } from '#worker/edge/openapi/document.ts'
import { OPERATIONS } from '#worker/edge/openapi/operations.ts'

type Schema = Record<string, unknown>
type Described = {
  operationId: string
  summary: string
  parameters?: { in: string; name: string; required: boolean }[]
  requestBody?: { content: Record<string, { schema: { $ref: string } }> }
  responses: Record<string, { description: string; content?: Record<string, { schema: { $ref: string } }> }>
}
const document = openApiDocument('https://cards.example', '1.0.0') as unknown as {
  openapi: string
  paths: Record<string, Record<string, Described>>
  components: { schemas: Record<string, Schema> }
}
const { schemas } = document.components
const described = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
)

test('the document is OpenAPI 3.1 and holds every call once', () => {
  expect(document.openapi).toMatch(/^3\.1\.\d+$/)
  expect(described).toHaveLength(OPERATIONS.length)
  const ids = described.map(({ operation }) => operation.operationId)
  expect(new Set(ids).size).toBe(ids.length)
  for (const id of ids) expect(id).toMatch(/^[a-z][A-Za-z]+$/)
})

describe.each(described)('$method $path', ({ path, operation }) => {
  test('names the parameters of its path', () => {
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    const inPath = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path')
    expect(inPath.map(({ name }) => name)).toEqual(named)
    expect(inPath.every(({ required }) => required)).toBe(true)
  })

  test('says what it answers, in shapes that are there', () => {
    const statuses = Object.keys(operation.responses)
    expect(statuses.filter((status) => status.startsWith('2'))).toHaveLength(1)
    for (const { description } of Object.values(operation.responses)) expect(description).toBeTruthy()
    const references = JSON.stringify(operation).match(/#\/components\/schemas\/\w+/g) ?? []
    for (const reference of references) expect(schemas).toHaveProperty(reference.split('/').at(-1)!)
  })
})

describe.each(Object.entries(schemas))('the shape %s', (name, schema) => {
  test('is valid by the rules of JSON Schema 2020-12', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false })
    expect(ajv.validateSchema(schema), JSON.stringify(ajv.errors)).toBe(true)
  })

  test('says of everything what it is', () => {
    // The details of a failure are whatever its code says.
    if (name !== 'Failure') expect(anythingIn(schema)).toEqual([])
  })
})

/** Places of a schema that anything would fit. */
function anythingIn(schema: unknown, at = ''): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  if (Array.isArray(schema)) return schema.flatMap((part, i) => anythingIn(part, `${at}/${i}`))
  const { properties, items, anyOf, additionalProperties } = schema as Schema
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
    ...anythingIn(anyOf, `${at}/anyOf`),
  ]
}
