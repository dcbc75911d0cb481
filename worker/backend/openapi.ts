import { Hono } from 'hono'
import { createDocuments } from '#worker/http/openapi/documents.ts'
import { answerOpenApiPage } from '#worker/http/openapi/page.ts'
import type { BackendEnv, BackendServices } from './app-env.ts'
import { AI_OPERATIONS } from './ai/operations.ts'
import { ANALYTICS_OPERATIONS } from './analytics/operations.ts'
import { AUTH_OPERATIONS } from './auth/operations.ts'
import { DATA_OPERATIONS } from './data/operations.ts'
import { DB_OPERATIONS } from './db/operations.ts'
import { NOTIFICATION_OPERATIONS } from './notifications/operations.ts'
import { REALTIME_OPERATIONS } from './realtime/operations.ts'
import { STORAGE_OPERATIONS } from './storage/operations.ts'

/** The wire of the backend; its version is raised when a call changes so that programs written for the one before no longer work. */
export const BACKEND_API = {
  title: 'Backend',
  summary: 'Accounts, tables, files, AI, web data, realtime, mail and counts. A project is named in each address.',
  version: '1.0.0',
  isOpen: true,
  operations: [
    ...AUTH_OPERATIONS,
    ...DB_OPERATIONS,
    ...STORAGE_OPERATIONS,
    ...AI_OPERATIONS,
    ...DATA_OPERATIONS,
    ...REALTIME_OPERATIONS,
    ...NOTIFICATION_OPERATIONS,
    ...ANALYTICS_OPERATIONS,
  ],
}

const documentFor = createDocuments(BACKEND_API)

const PAGE = {
  title: 'Backend',
  about: 'The calls of the backend that this site runs on; other apps may use them too.',
  document: '/openapi/backend.json',
  other: { title: 'The API of the site itself', address: '/openapi' },
  operations: BACKEND_API.operations,
}

/** The backend described for programs, at `/openapi/backend.json`, and for people. */
export const backendOpenApi = ({ config }: Pick<BackendServices, 'config'>) =>
  new Hono<BackendEnv>()
    .get('/backend.json', (c) => documentFor(c, config.publicUrl ?? new URL(c.req.url).origin))
    .get('/backend', (c) => answerOpenApiPage(c, PAGE))
