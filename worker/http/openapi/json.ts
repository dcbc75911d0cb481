import * as z from 'zod/mini'

/** A value that may be whatever JSON can say, where that is the contract: a column of any table, data of any app. */
export const Json = z.unknown()

/** The same by its name in a document. */
export const JSON_NAME = 'Json'

export const JSON_SCHEMA = {
  description: 'Any value of JSON.',
  type: ['null', 'boolean', 'number', 'string', 'array', 'object'],
  items: { $ref: `#/components/schemas/${JSON_NAME}` },
  additionalProperties: { $ref: `#/components/schemas/${JSON_NAME}` },
}
