import * as z from 'zod/mini'
import { CONSENT } from '#shared/domain/messages.ts'
import { Json } from '#worker/http/openapi/json.ts'
import {
  type Alternative,
  idempotencyKey,
  type Key,
  ok,
  type Operation,
  type Parameter,
  query,
} from '#worker/http/openapi/operation.ts'
import { BatchRequest, SqlRequest } from './sql-schema.ts'

const SINGLE = 'application/vnd.pgrst.object+json'

/** By the names of the table's columns. */
const Row = z.record(z.string(), Json)
const Rows = z.array(Row)
const WrittenRows = z.union([Row, Rows])

const result = { rows: Rows, columns: z.array(z.string()), rowCount: z.int() }
/** In milliseconds, as the database says. */
const executionTime = z.number()

const header = (name: string, about: string): Parameter => ({ in: 'header', name, about })

const FILTERS: readonly Parameter[] = [
  {
    in: 'query',
    name: 'conditions',
    about: 'By columns, as `id=eq.1`, `rank=not.is.null`, `team=in.(a,b)`; all of them are to be met.',
    schema: z.record(z.string(), z.string()),
  },
  query('or', 'Conditions of which one is to be met: `(a.eq.1,and(b.gt.2,c.lt.3))`.'),
]
const SELECT = query('select', 'Columns, with commas between them; all when missing.')
const PREFER = header(
  'Prefer',
  '`return=representation` answers the rows; `count=exact` counts them in `Content-Range`.',
)
const SINGLE_ROW = header('Accept', `\`${SINGLE}\`: exactly one row, as an object.`)
const REPEATED = idempotencyKey(
  'Names a vote (PATCH) or a save (POST) of a card: sent again by the same visitor, it is answered as the first one was. No other write minds it.',
)
const PAGE: readonly Parameter[] = [
  query('order', '`column.asc` or `column.desc`, with commas between them.'),
  query('limit', 'How many rows at most.'),
  query('offset', 'How many rows are left out.'),
]

const ROWS = { status: 200, name: 'Rows', schema: Rows }
const oneRow = (status: number): Alternative => ({
  status,
  about: 'exactly one row',
  type: SINGLE,
  shape: { name: 'Row', schema: Row },
})
const nothing = (status: number, about = 'no rows are asked for'): Alternative => ({ status, about })

const SAVES = `A card is saved by the address of its picture, or of the art that an image edit has answered for one photo with one clear face: then the server draws the card, and the row that is returned holds its address. Art is saved once, by the browser or account that had it drawn within the day, or without either from the same network and kind of browser within the hour. ${CONSENT}`

/** The same tables at both addresses: in PostgREST's language, and as the record client speaks it. */
const tableOperations = (path: string, key: Key | readonly Key[], aboutInserts?: string): Operation[] => [
  {
    method: 'get',
    path,
    summary: 'Rows of a table that the caller may read',
    parameters: [SELECT, ...FILTERS, ...PAGE, PREFER, SINGLE_ROW],
    answers: ROWS,
    also: { 206: 'A part of the rows that were counted' },
    others: [oneRow(200)],
    errors: [400, 401, 403, 404, 406, 416, 429],
    key,
  },
  {
    method: 'head',
    path,
    summary: 'How many rows there are, in `Content-Range`',
    parameters: [...FILTERS, PREFER],
    answers: null,
    others: [nothing(200, 'All of them'), nothing(206, 'A part of them')],
    errors: [400, 401, 403, 404, 406, 416, 429],
    key,
  },
  {
    method: 'post',
    path,
    summary: 'Inserts one row or many, or replaces those that are there',
    ...(aboutInserts !== undefined && { about: aboutInserts }),
    parameters: [
      query('on_conflict', 'Columns that tell two rows apart: a row that is there is replaced.'),
      query('columns', 'The columns to write; others of the body are left out.'),
      SELECT,
      PREFER,
      SINGLE_ROW,
      REPEATED,
    ],
    sends: { name: 'NewRows', schema: WrittenRows },
    answers: { ...ROWS, status: 201 },
    others: [oneRow(201), nothing(201)],
    errors: [400, 401, 403, 404, 405, 406, 409, 413, 429],
    key,
  },
  {
    method: 'patch',
    path,
    summary: 'Changes the rows that the conditions name, of which there has to be one',
    parameters: [...FILTERS, SELECT, PREFER, SINGLE_ROW, REPEATED],
    sends: { name: 'Row', schema: Row },
    answers: ROWS,
    others: [oneRow(200), nothing(204)],
    errors: [400, 401, 403, 404, 405, 406, 409, 413, 429],
    key,
  },
  {
    method: 'delete',
    path,
    summary: 'Removes the rows that the conditions name, of which there has to be one',
    parameters: [...FILTERS, SELECT, PREFER, SINGLE_ROW],
    answers: ROWS,
    others: [oneRow(200), nothing(204)],
    errors: [400, 401, 403, 404, 405, 406, 409, 429],
    key,
  },
]

/** `/rest/v1` and `/api/db`: tables, and SQL for the service key. */
export const DB_OPERATIONS: readonly Operation[] = [
  ...tableOperations('/rest/v1/{table}', ['public', 'user', 'service'], SAVES),
  ...tableOperations('/api/db/{project}/rest/v1/{table}', ['public', 'user', 'service']),
  {
    method: 'post',
    path: '/api/db/{project}/sql',
    summary: 'Runs one statement of SQL',
    sends: { name: 'SqlRequest', schema: SqlRequest },
    answers: ok('SqlAnswer', z.object({ ...result, executionTime })),
    errors: [400, 401, 403, 404, 405, 409, 413, 504],
    key: 'service',
  },
  {
    method: 'post',
    path: '/api/db/{project}/batch',
    summary: 'Runs statements of SQL in one transaction',
    sends: { name: 'BatchRequest', schema: BatchRequest },
    answers: ok(
      'BatchAnswer',
      z.object({ results: z.array(z.object(result)), executionTime, success: z.literal(true) }),
    ),
    errors: [400, 401, 403, 404, 405, 409, 413, 504],
    key: 'service',
  },
]
