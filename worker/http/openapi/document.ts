import * as z from 'zod/mini'
import { Json, JSON_NAME, JSON_SCHEMA } from './json.ts'
import {
  type Alternative,
  type Contract,
  failuresOf,
  type Key,
  keysOf,
  type Operation,
  operationIdOf,
  type Parameter,
} from './operation.ts'

/** Every failure has this body. */
export const Failure = z.object({
  error: z.string(),
  message: z.string(),
  code: z.string(),
  details: z.nullable(z.union([z.string(), z.array(Json), z.record(z.string(), Json)])),
  hint: z.nullable(z.string()),
  requestId: z.optional(z.string()),
})

type JsonObject = Readonly<Record<string, unknown>>

/** What a document is made of. */
export type Api = {
  readonly title: string
  readonly summary: string
  readonly version: string
  /** Of this site. */
  readonly origin: string
  readonly operations: readonly Operation[]
  /** True if calls may fail with more statuses than they list. */
  readonly isOpen?: boolean
}

const REASONS: Readonly<Record<number, string>> = {
  400: 'Not what the call takes; `details` names each field',
  401: 'No key, or none that is known',
  403: 'Not this caller’s to do',
  404: 'Not there, or not for this caller',
  405: 'Not by this method',
  406: 'Not in the form that was asked for, or not exactly one row',
  408: 'It came too slowly',
  409: 'Not in the state it is in',
  410: 'It was removed',
  413: 'Too large',
  415: 'Not a kind of body, or of file, that can be read',
  416: 'Nothing is in this range',
  422: 'Nothing can be made of it',
  429: 'Too many; `Retry-After` says when again',
  500: 'Our failure; `requestId` is in the log',
  502: 'The service that was asked did not answer as it should',
  503: 'A setting is missing, or there is too much to do',
  504: 'The service that was asked took too long',
}

const SCHEMES: Readonly<Record<Exclude<Key, 'anyone'>, JsonObject>> = {
  visitor: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-visitor',
    description: 'Given with the first answer; owns what the browser makes.',
  },
  public: { type: 'http', scheme: 'bearer', description: 'The public key of `/api/config`.' },
  user: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The access token of a signed-in user.',
  },
  service: { type: 'http', scheme: 'bearer', description: 'The service key: never in a browser.' },
}

const PARAMETERS_IN_PATH = /\{(\w+)\}/g

const reference = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` })
const json = (schema: JsonObject): JsonObject => ({ 'application/json': { schema } })

/**
 * A contract as JSON Schema 2020-12, the dialect of OpenAPI 3.1. What is sent is JSON, whatever else is left open of
 * it; of what is answered only {@link Json} is.
 */
function schemaOf(contract: Contract, io: 'input' | 'output'): JsonObject {
  // A check of our own says nothing of itself, so its contract has to.
  const isOpen = (part: Contract) => (io === 'input' ? part._zod.def.type !== 'custom' : part === Json)
  const { $schema: _dialect, ...schema } = z.toJSONSchema(contract, {
    io,
    target: 'draft-2020-12',
    unrepresentable: io === 'input' ? 'any' : 'throw',
    override({ zodSchema, jsonSchema }) {
      if (Object.keys(jsonSchema).length === 0 && isOpen(zodSchema)) Object.assign(jsonSchema, reference(JSON_NAME))
    },
  })
  return schema
}

const failure = (status: number) => [
  String(status),
  { description: REASONS[status]!, content: json(reference('Failure')) },
]

/** The OpenAPI 3.1 document of an API. */
export function openApiDocument({ title, summary, version, origin, operations, isOpen = false }: Api): JsonObject {
  const schemas: Record<string, JsonObject> = { Failure: schemaOf(Failure, 'output') }
  const paths: Record<string, Record<string, JsonObject>> = {}
  for (const operation of operations) {
    const { sends, answers, others = [] } = operation
    if (sends !== undefined) schemas[sends.name] = withFile(schemaOf(sends.schema, 'input'), sends.file)
    for (const shape of [answers, ...others.map((other) => other.shape)])
      if (shape) schemas[shape.name] ??= schemaOf(shape.schema, 'output')
    ;(paths[operation.path] ??= {})[operation.method] = operationOf(operation, isOpen)
  }
  if (JSON.stringify([schemas, paths]).includes(`/${JSON_NAME}"`)) schemas[JSON_NAME] = JSON_SCHEMA
  const keys = new Set(operations.flatMap(keysOf))
  return {
    openapi: '3.1.0',
    info: { title, version, summary, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: origin }],
    paths,
    components: {
      schemas,
      securitySchemes: Object.fromEntries(Object.entries(SCHEMES).filter(([key]) => keys.has(key as Key))),
    },
  }
}

function operationOf(operation: Operation, isOpen: boolean): JsonObject {
  const { method, path, summary, about, parameters = [], sends } = operation
  const inPath = [...path.matchAll(PARAMETERS_IN_PATH)].map(([, name]) => ({
    in: 'path',
    name,
    required: true,
    schema: { type: 'string' },
  }))
  return {
    operationId: operationIdOf(method, path),
    summary,
    ...(about !== undefined && { description: about }),
    security: securityOf(operation),
    ...(inPath.length + parameters.length > 0 && { parameters: [...inPath, ...parameters.map(parameterOf)] }),
    ...(sends !== undefined && {
      requestBody: {
        required: true,
        content: {
          [sends.file === undefined ? 'application/json' : 'multipart/form-data']: { schema: reference(sends.name) },
        },
      },
    }),
    responses: {
      ...goodAnswers(operation),
      ...Object.fromEntries([...failuresOf(operation), 500].map(failure)),
      ...(isOpen && { default: { description: 'Any other failure', content: json(reference('Failure')) } }),
    },
  }
}

/** A visitor's cookie comes with the first answer, so none is asked for. */
function securityOf(operation: Operation): JsonObject[] {
  const keys = keysOf(operation)
  const named = keys.filter((key) => key !== 'anyone').map((key) => ({ [key]: [] }))
  return keys.includes('visitor') || keys.includes('anyone') ? [...named, {}] : named
}

function goodAnswers({ answers, also = {}, others = [] }: Operation): Record<string, JsonObject> {
  const content = answers === null ? {} : { content: json(reference(answers.name)) }
  const isMain = answers !== null || others.length === 0
  const good: Record<string, { description: string; content?: JsonObject }> = {
    ...(isMain && { [String(answers?.status ?? 204)]: { description: 'It is done', ...content } }),
    ...Object.fromEntries(Object.entries(also).map(([status, description]) => [status, { description, ...content }])),
  }
  for (const { status, about, ...other } of others) {
    const known = good[status]
    const description = known === undefined ? about : `${known.description}. Or: ${about}`
    const media = { ...known?.content, ...contentOf(other) }
    good[status] = { description, ...(Object.keys(media).length > 0 && { content: media }) }
  }
  return good
}

function contentOf({ type, shape }: Pick<Alternative, 'type' | 'shape'>): JsonObject {
  if (shape !== undefined) return { [type ?? 'application/json']: { schema: reference(shape.name) } }
  return type === undefined
    ? {}
    : { [type]: { schema: { type: 'string', description: 'As it is stored, or line by line' } } }
}

const parameterOf = ({ about, schema, required = false, ...parameter }: Parameter): JsonObject => ({
  ...parameter,
  required,
  description: about,
  schema: schema === undefined ? { type: 'string' } : schemaOf(schema, 'input'),
})

/** A form's file beside its fields. */
const withFile = (schema: JsonObject, file: string | undefined): JsonObject =>
  file === undefined
    ? schema
    : {
        ...schema,
        properties: {
          ...(schema['properties'] as JsonObject),
          [file]: { type: 'string', contentMediaType: 'application/octet-stream' },
        },
        required: [...((schema['required'] as string[] | undefined) ?? []), file],
      }
