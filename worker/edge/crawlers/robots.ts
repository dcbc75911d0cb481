import { Hono } from 'hono'
import type { EdgeEnv } from '../app-env.ts'
import { siteOrigin } from '../origin.ts'

/** Disallowed for all crawlers: answers for programs, and files for one visitor. */
const FOR_NOBODY = ['/api/', '/auth', '/rest/', '/functions/', '/download/', '/my-cards']

/** Faces of private people are not for training: these may read what the site says of itself, and no card. */
const FACES = ['/card/', '/og/', '/picture/', '/storage/', '/hall-of-fame', '/sitemap-cards-', '/oembed']

/** Crawlers that collect for models, by the names they state. */
const COLLECTORS = [
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

/** RFC 9309. A crawler with a group of its own reads no other, so each group repeats everything. */
export const robots = new Hono<EdgeEnv>().get('/robots.txt', (c) =>
  c.text(
    [
      ...COLLECTORS.map((name) => `User-agent: ${name}`),
      ...[...FACES, ...FOR_NOBODY].map((path) => `Disallow: ${path}`),
      '',
      'User-agent: *',
      'Allow: /og/',
      'Allow: /picture/',
      ...FOR_NOBODY.map((path) => `Disallow: ${path}`),
      '',
      `Sitemap: ${siteOrigin(c)}/sitemap.xml`,
      '',
    ].join('\n'),
    200,
    { 'cache-control': 'public, max-age=3600' },
  ),
)
