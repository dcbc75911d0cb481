import { Hono } from 'hono'
import { answerDocument } from '#worker/http/document.ts'
import type { EdgeEnv } from '../app-env.ts'
import { siteOrigin } from '../origin.ts'
import { openApiDocument } from './document.ts'
import { OPENAPI_STYLE, openApiPage } from './page.ts'

/** Raised when a call changes so that programs written for the one before no longer work. */
const API_VERSION = '1.0.0'

const documents = new Map<string, string>()

/** Made once for each address this isolate answers at, which are few. */
function documentFor(origin: string): string {
  const made = documents.get(origin) ?? JSON.stringify(openApiDocument(origin, API_VERSION))
  if (documents.size < 8) documents.set(origin, made)
  return made
}

/** The product's API, described for programs and for people. */
export const openApi = new Hono<EdgeEnv>()
  .get('/openapi.json', (c) =>
    c.body(documentFor(siteOrigin(c)), 200, {
      'content-type': 'application/json',
      'cache-control': 'public, max-age=300',
      'access-control-allow-origin': '*',
    }),
  )
  .get('/openapi', (c) => answerDocument(c, { title: 'API', main: openApiPage(), style: OPENAPI_STYLE }))
