import { Hono } from 'hono'
import type { EdgeEnv } from '../app-env.ts'
import { siteOrigin } from '../origin.ts'
import { createDocuments } from '#worker/http/openapi/documents.ts'
import { answerOpenApiPage } from '#worker/http/openapi/page.ts'
import { OPERATIONS } from './operations.ts'

/** The product's API; its version is raised when a call changes so that programs written for the one before no longer work. */
export const PRODUCT_API = {
  title: 'Fantasy Football Cards',
  summary: 'A selfie becomes a fantasy football trading card.',
  version: '1.0.0',
  operations: OPERATIONS,
}

const documentFor = createDocuments(PRODUCT_API)

const PAGE = {
  title: 'API',
  about: 'The calls that this site itself makes.',
  document: '/openapi.json',
  other: { title: 'The backend', address: '/openapi/backend' },
  operations: OPERATIONS,
}

/** The product's API, described for programs and for people. */
export const openApi = new Hono<EdgeEnv>()
  .get('/openapi.json', (c) => documentFor(c, siteOrigin(c)))
  .get('/openapi', (c) => answerOpenApiPage(c, PAGE))
