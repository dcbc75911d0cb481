import * as z from 'zod/mini'
import { CONSENT } from '#shared/domain/messages.ts'
import { describeCall, idempotencyKey, inHeader, inQuery, json, jsonRequest } from '#worker/http/openapi/describe.ts'
import { Json, named } from '#worker/http/openapi/schemas.ts'
import { SINGLE } from './http.ts'

/** A row by the names of its columns. */
const Row = z.record(z.string(), Json)
export const Rows = z.array(Row)

const FILTERS = [
  inQuery('conditions', 'By columns, as `id=eq.1`, `rank=not.is.null`, `team=in.(a,b)`; all of them are to be met.', {
    schema: z.record(z.string(), z.string()),
  }),
  inQuery('or', 'Conditions of which one is to be met: `(a.eq.1,and(b.gt.2,c.lt.3))`.'),
]
const SELECT = inQuery('select', 'Columns, with commas between them; all when missing.')
const PREFER = inHeader(
  'Prefer',
  '`return=representation` answers the rows; `count=exact` counts them in `Content-Range`.',
)
const SINGLE_ROW = inHeader('Accept', `\`${SINGLE}\`: exactly one row, as an object.`)
const REPEATED = idempotencyKey(
  'Names a vote (PATCH) or a save (POST) of a card: sent again by the same visitor, it is answered as the first one was. No other write minds it.',
)
const PAGE = [
  inQuery('order', '`column.asc` or `column.desc`, with commas between them.'),
  inQuery('limit', 'How many rows at most.'),
  inQuery('offset', 'How many rows are left out.'),
]

/** Notes on inserts at `/rest/v1`, which save cards without the site's own pages. */
export const SAVES = `A card is saved by the address of its picture, or of the art that an image edit has answered for one photo with one clear face: then the server draws the card, and the row that is returned holds its address. Art is saved once, by the browser or account that had it drawn within the day, or without either from the same network and kind of browser within the hour. ${CONSENT}`

const rows = json('Rows', Rows)
const oneOrMore = { ...rows, [SINGLE]: { schema: named('Row', Row) } }
const found = { description: 'The rows, or with `Accept` exactly one', content: oneOrMore }
const nothing = { description: 'It is done, and no rows are asked for' }

const READ_ERRORS = [400, 401, 403, 404, 406, 416, 429]
const WRITE_ERRORS = [400, 401, 403, 404, 405, 406, 409, 429]

export type TableCalls = ReturnType<typeof describeTables>

/** Describes the calls of a table. @param aboutInserts what else there is to know of inserts */
export function describeTables(aboutInserts?: string) {
  const key = ['public', 'user', 'service'] as const
  return {
    read: describeCall('Rows of a table that the caller may read', {
      key,
      parameters: [SELECT, ...FILTERS, ...PAGE, PREFER, SINGLE_ROW],
      answers: { 200: found, 206: { description: 'A part of the rows that were counted', content: rows } },
      errors: READ_ERRORS,
    }),
    count: describeCall('How many rows there are, in `Content-Range`', {
      key,
      parameters: [...FILTERS, PREFER],
      answers: { 200: { description: 'All of them' }, 206: { description: 'A part of them' } },
      errors: READ_ERRORS,
    }),
    insert: describeCall('Inserts one row or many, or replaces those that are there', {
      ...(aboutInserts !== undefined && { about: aboutInserts }),
      key,
      parameters: [
        inQuery('on_conflict', 'Columns that tell two rows apart: a row that is there is replaced.'),
        inQuery('columns', 'The columns to write; others of the body are left out.'),
        SELECT,
        PREFER,
        SINGLE_ROW,
        REPEATED,
      ],
      sends: jsonRequest('NewRows', z.union([Row, Rows])),
      answers: { 201: { description: 'It is done: the rows, exactly one, or no body', content: oneOrMore } },
      errors: WRITE_ERRORS,
    }),
    update: describeCall('Changes the rows that the conditions name, of which there has to be one', {
      key,
      parameters: [...FILTERS, SELECT, PREFER, SINGLE_ROW, REPEATED],
      sends: jsonRequest('Row', Row),
      answers: { 200: found, 204: nothing },
      errors: WRITE_ERRORS,
    }),
    remove: describeCall('Removes the rows that the conditions name, of which there has to be one', {
      key,
      parameters: [...FILTERS, SELECT, PREFER, SINGLE_ROW],
      answers: { 200: found, 204: nothing },
      errors: WRITE_ERRORS,
    }),
  }
}
