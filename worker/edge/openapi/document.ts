import * as z from 'zod/mini'
import { failuresOf, type Operation, OPERATIONS, type Parameter } from './operations.ts'

/** Every failure has this body. */
export const Failure = z.object({
  error: z.string(),
  message: z.string(),
  code: z.string(),
  details: z.nullable(z.union([z.string(), z.array(z.unknown()), z.record(z.string(), z.unknown())])),
  hint: z.nullable(z.string()),
  requestId: z.optional(z.string()),
})

type Json = Readonly<Record<string, unknown>>

const REASONS: Readonly<Record<number, string>> = {
  400: 'Not what the call takes; `details` names each field',
  401: 'No key, or none that is known',
  403: 'Not this caller’s to do',
  404: 'Not there, or not for this caller',
  409: 'Not in the state it is in',
  410: 'It was removed',
  413: 'Too large',
  415: 'Not a kind of body, or of file, that can be read',
  422: 'A photo that nothing can be drawn of',
  429: 'Too many; `Retry-After` says when again',
  500: 'Our failure; `requestId` is in the log',
}

const PARAMETERS_IN_PATH = /\{(\w+)\}/g

const reference = (name: string): Json => ({ $ref: `#/components/schemas/${name}` })
const json = (schema: Json): Json => ({ 'application/json': { schema } })

/** A contract as JSON Schema 2020-12, the dialect of OpenAPI 3.1. @throws for one that would come to "anything" */
function schemaOf(contract: z.ZodMiniType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(contract, { io, target: 'draft-2020-12' })
  return schema
}

const failure = (status: number) => [
  String(status),
  { description: REASONS[status]!, content: json(reference('Failure')) },
]

/** The OpenAPI 3.1 document of the product's API. @param origin of this site */
export function openApiDocument(origin: string, version: string): Json {
  const schemas: Record<string, Json> = { Failure: schemaOf(Failure, 'output') }
  const paths: Record<string, Record<string, Json>> = {}
  for (const operation of OPERATIONS) {
    const { sends, answers } = operation
    if (sends !== undefined) schemas[sends.name] = withFile(schemaOf(sends.schema, 'input'), sends.file)
    if (answers !== null) schemas[answers.name] = schemaOf(answers.schema, 'output')
    ;(paths[operation.path] ??= {})[operation.method] = operationOf(operation)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Fantasy Football Cards',
      version,
      summary: 'A selfie becomes a fantasy football trading card.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: origin }],
    paths,
    components: {
      schemas,
      securitySchemes: {
        visitor: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-visitor',
          description: 'Given with the first answer; owns what the browser makes.',
        },
        public: { type: 'http', scheme: 'bearer', description: 'The public key of `/api/config`.' },
        service: { type: 'http', scheme: 'bearer', description: 'The service key: never in a browser.' },
      },
    },
  }
}

function operationOf(operation: Operation): Json {
  const { method, path, summary, parameters = [], sends, answers, also = {}, key } = operation
  const inPath = [...path.matchAll(PARAMETERS_IN_PATH)].map(([, name]) => ({
    in: 'path',
    name,
    required: true,
    schema: { type: 'string' },
  }))
  const content = answers === null ? {} : { content: json(reference(answers.name)) }
  return {
    operationId: operationIdOf(method, path),
    summary,
    security: [{ [key ?? 'visitor']: [] }, ...(key === undefined ? [{}] : [])],
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
      [String(answers?.status ?? 204)]: { description: 'It is done', ...content },
      ...Object.fromEntries(Object.entries(also).map(([status, description]) => [status, { description, ...content }])),
      ...Object.fromEntries([...failuresOf(operation), 500].map(failure)),
    },
  }
}

const parameterOf = ({ about, schema, required = false, ...parameter }: Parameter): Json => ({
  ...parameter,
  required,
  description: about,
  schema: schema === undefined ? { type: 'string' } : schemaOf(schema, 'input'),
})

/** A form's file beside its fields. */
const withFile = (schema: Json, file: string | undefined): Json =>
  file === undefined
    ? schema
    : {
        ...schema,
        properties: { ...(schema['properties'] as Json), [file]: { type: 'string', contentMediaType: 'image/*' } },
        required: [...((schema['required'] as string[] | undefined) ?? []), file],
      }

/** As in `getCardsById`: programs name their functions by it. */
export const operationIdOf = (method: string, path: string): string =>
  method +
  path
    .split('/')
    .filter((part) => part !== '' && part !== 'api' && part !== 'functions' && part !== 'v1')
    .map((part) => (part.startsWith('{') ? `By-${part.slice(1, -1)}` : part))
    .join('-')
    .replace(/^./, '-$&')
    .replaceAll(/-(\w)/g, (_all, letter: string) => letter.toUpperCase())
