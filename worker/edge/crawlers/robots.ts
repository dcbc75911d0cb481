import { Hono } from 'hono'
import type { EdgeEnv } from '../app-env.ts'
import { siteOrigin } from '../origin.ts'

/** Disallowed for all crawlers: APIs and private files. */
const PRIVATE = ['/api/', '/auth', '/rest/', '/functions/', '/download/', '/my-cards']

/** Also disallowed for AI crawlers, because private people's faces are not for training. */
const FACES = ['/card/', '/og/', '/picture/', '/storage/', '/hall-of-fame', '/sitemap-cards-', '/oembed']

/** User agents of AI crawlers. */
const AI_CRAWLERS = [
  'AI2Bot',
  'Amazonbot',
  'anthropic-ai',
  'Applebot-Extended',
  'Bytespider',
  'CCBot',
  'ClaudeBot',
  'cohere-ai',
  'cohere-training-data-crawler',
  'Diffbot',
  'Google-Extended',
  'GPTBot',
  'img2dataset',
  'ImagesiftBot',
  'meta-externalagent',
  'Omgilibot',
  'PanguBot',
  'PerplexityBot',
  'Timpibot',
]

/** robots.txt (RFC 9309). A crawler obeys only its most specific group, so each group repeats everything. */
export const robots = new Hono<EdgeEnv>().get('/robots.txt', (c) =>
  c.text(
    [
      ...AI_CRAWLERS.map((name) => `User-agent: ${name}`),
      ...[...FACES, ...PRIVATE].map((path) => `Disallow: ${path}`),
      '',
      'User-agent: *',
      'Allow: /og/',
      'Allow: /picture/',
      ...PRIVATE.map((path) => `Disallow: ${path}`),
      '',
      `Sitemap: ${siteOrigin(c)}/sitemap.xml`,
      '',
    ].join('\n'),
    200,
    { 'cache-control': 'public, max-age=3600' },
  ),
)
