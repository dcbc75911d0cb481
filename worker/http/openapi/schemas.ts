import { resolver } from 'hono-openapi'
import * as z from 'zod/mini'

/** A schema of zod or zod/mini. */
export type Contract = z.core.$ZodType

/** Any JSON value, for contracts that allow one: a column of any table, data of any app. */
export const Json = z.unknown()

/** The body of every failure. */
export const Failure = z.object({
  error: z.string(),
  message: z.string(),
  code: z.string(),
  details: z.nullable(z.union([z.string(), z.array(Json), z.record(z.string(), Json)])),
  hint: z.nullable(z.string()),
  requestId: z.optional(z.string()),
})

export const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` })

export const JSON_SCHEMA = {
  description: 'Any JSON value.',
  type: ['null', 'boolean', 'number', 'string', 'array', 'object'],
  items: reference('Json'),
  additionalProperties: reference('Json'),
}

type JsonSchema = Record<string, unknown>

/**
 * Converts a contract to JSON Schema 2020-12. An open schema accepts any JSON in requests. In responses only
 * {@link Json} does.
 */
export function toJsonSchema(contract: Contract, io: 'input' | 'output'): JsonSchema {
  // zod cannot describe a custom check, so it needs `meta`.
  const isOpen = (part: Contract) => (io === 'input' ? part._zod.def.type !== 'custom' : part === Json)
  const { $schema: _dialect, ...schema } = z.toJSONSchema(contract, {
    io,
    unrepresentable: io === 'input' ? 'any' : 'throw',
    override({ zodSchema, jsonSchema }) {
      if (Object.keys(jsonSchema).length === 0 && isOpen(zodSchema)) Object.assign(jsonSchema, reference('Json'))
    },
  })
  return schema
}

/** Adds a form's file to the schema of its fields. */
const withFile = (schema: JsonSchema, file: string): JsonSchema => ({
  ...schema,
  properties: {
    ...(schema['properties'] as JsonSchema),
    [file]: { type: 'string', contentMediaType: 'application/octet-stream' },
  },
  required: [...((schema['required'] as string[] | undefined) ?? []), file],
})

type Described = Awaited<ReturnType<ReturnType<typeof resolver>['toOpenAPISchema']>>
type Use = { readonly io: 'input' | 'output'; readonly file?: string | undefined }

/** Names a contract in the document. It is converted to JSON Schema when the document is first requested. */
export function nameSchema(name: string, contract: Contract, { io, file }: Use = { io: 'output' }) {
  return {
    ...resolver(contract),
    toOpenAPISchema() {
      const fields = toJsonSchema(contract, io)
      const schema = file === undefined ? fields : withFile(fields, file)
      return Promise.resolve({ schema: reference(name), components: { schemas: { [name]: schema } } } as Described)
    },
  }
}
