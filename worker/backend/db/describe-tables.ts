import * as z from 'zod/mini'
import { CONSENT } from '#shared/domain/card-words.ts'
import { describeCall, idempotencyKey, inHeader, inQuery, json, jsonRequest } from '#worker/http/openapi/describe.ts'
import { Json, nameSchema } from '#worker/http/openapi/schemas.ts'
import { SINGLE } from './http.ts'

/** A row, keyed by column name. */
const Row = z.record(z.string(), Json)
export const Rows = z.array(Row)

const FILTERS = [
  inQuery(
    'conditions',
    'Filters by column, such as `id=eq.1`, `rank=not.is.null`, `team=in.(a,b)`. All of them must match.',
    {
      schema: z.record(z.string(), z.string()),
    },
  ),
  inQuery('or', 'Alternatives, one of which must match: `(a.eq.1,and(b.gt.2,c.lt.3))`.'),
]
const SELECT = inQuery('select', 'Columns, separated by commas. Default: all.')
const PREFER = inHeader(
  'Prefer',
  '`return=representation` returns the rows; `count=exact` counts them in `Content-Range`.',
)
const SINGLE_ROW = inHeader('Accept', `\`${SINGLE}\` returns exactly one row, as an object.`)
const REPEATED = idempotencyKey(
  'Idempotency key of a vote (PATCH) or a save (POST) of a card. A retry by the same visitor returns the first result. Other writes ignore it.',
)
const PAGE = [
  inQuery('order', '`column.asc` or `column.desc`, separated by commas.'),
  inQuery('limit', 'Maximum number of rows.'),
  inQuery('offset', 'Number of rows to skip.'),
]

/** Notes on inserts at `/rest/v1`, which save cards without the site's own pages. */
export const SAVES = `Saves a card by the URL of its picture, or by the URL of art that an image edit returned for one photo with one clear face. From art, the server draws the card, and the returned row has the card’s URL. Art can be saved once: within a day by the browser or account that had it drawn, or without either within an hour from the same network and browser family. ${CONSENT}`

const rows = json('Rows', Rows)
const oneOrMore = { ...rows, [SINGLE]: { schema: nameSchema('Row', Row) } }
const found = { description: 'The rows, or exactly one with `Accept`', content: oneOrMore }
const nothing = { description: 'Success, without rows' }

const READ_ERRORS = [400, 401, 403, 404, 406, 416, 429]
const WRITE_ERRORS = [400, 401, 403, 404, 405, 406, 409, 429]

export type TableCalls = ReturnType<typeof describeTables>

/** Describes the calls of a table. @param aboutInserts additional notes on inserts */
export function describeTables(aboutInserts?: string) {
  const key = ['public', 'user', 'service'] as const
  return {
    read: describeCall('Returns rows that the caller may read', {
      key,
      parameters: [SELECT, ...FILTERS, ...PAGE, PREFER, SINGLE_ROW],
      responses: { 200: found, 206: { description: 'Some of the counted rows', content: rows } },
      errors: READ_ERRORS,
    }),
    count: describeCall('Counts rows in `Content-Range`', {
      key,
      parameters: [...FILTERS, PREFER],
      responses: { 200: { description: 'All rows' }, 206: { description: 'Some of the rows' } },
      errors: READ_ERRORS,
    }),
    insert: describeCall('Inserts or upserts rows', {
      ...(aboutInserts !== undefined && { about: aboutInserts }),
      key,
      parameters: [
        inQuery('on_conflict', 'Columns that identify a row. An existing row is replaced.'),
        inQuery('columns', 'The columns to write. Other fields of the body are ignored.'),
        SELECT,
        PREFER,
        SINGLE_ROW,
        REPEATED,
      ],
      sends: jsonRequest('NewRows', z.union([Row, Rows])),
      responses: { 201: { description: 'Success: the rows, exactly one, or no body', content: oneOrMore } },
      errors: WRITE_ERRORS,
    }),
    update: describeCall('Updates matching rows', {
      about: 'At least one filter is required.',
      key,
      parameters: [...FILTERS, SELECT, PREFER, SINGLE_ROW, REPEATED],
      sends: jsonRequest('Row', Row),
      responses: { 200: found, 204: nothing },
      errors: WRITE_ERRORS,
    }),
    remove: describeCall('Deletes matching rows', {
      about: 'At least one filter is required.',
      key,
      parameters: [...FILTERS, SELECT, PREFER, SINGLE_ROW],
      responses: { 200: found, 204: nothing },
      errors: WRITE_ERRORS,
    }),
  }
}
