import type { Hono } from 'hono'
import { openApiRoutes } from '#worker/http/openapi/routes.ts'
import type { EdgeEnv } from './app-env.ts'
import { siteOrigin } from './origin.ts'

/** The product's API, described for programs and for people. Raise the version when a change breaks programs written for the one before. */
export const openApi = (app: Hono<EdgeEnv>) =>
  openApiRoutes({
    app,
    title: 'Fantasy Football Cards',
    summary: 'A selfie becomes a fantasy football trading card.',
    version: '1.0.0',
    originOf: siteOrigin,
    path: '/openapi',
    page: {
      title: 'API',
      about: 'The calls that this site itself makes.',
      other: { title: 'The backend', address: '/openapi/backend' },
    },
  })
