import * as z from 'zod/mini'
import { ok, type Operation } from '#worker/http/openapi/operation.ts'
import { LogRequest } from './schema.ts'

/** `/api/analytics`: what happens on pages. */
export const ANALYTICS_OPERATIONS: readonly Operation[] = [
  {
    method: 'post',
    path: '/api/analytics/{project}/log',
    summary: 'Counts events; what cannot be counted is dropped and answered all the same',
    sends: { name: 'LogRequest', schema: LogRequest },
    answers: ok('Logged', z.object({ success: z.literal(true), accepted: z.int() })),
    errors: [404],
    key: 'anyone',
  },
]
