import type { Hono } from 'hono'
import { openApiRoutes } from '#worker/http/openapi/routes.ts'
import type { EdgeEnv } from './app-env.ts'
import { siteOrigin } from './origin.ts'

/** OpenAPI routes of the product's API. Increase the version with every breaking change. */
export const openApi = (app: Hono<EdgeEnv>) =>
  openApiRoutes({
    app,
    title: 'Fantasy Football Cards',
    summary: 'A selfie becomes a fantasy football trading card.',
    version: '1.0.0',
    getOrigin: siteOrigin,
    path: '/openapi',
    page: {
      title: 'API',
      about: 'The API that this site’s own pages use.',
      other: { title: 'the backend’s API', address: '/openapi/backend' },
    },
  })
