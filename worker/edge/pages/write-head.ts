import { html, raw } from 'hono/html'
import type { Head } from './head.ts'
import { SITE_NAME } from './head.ts'

/** Puts a page's head into the built HTML, first in `<head>` so that impatient crawlers see it. */
export async function writeHead(page: Response, head: Head): Promise<Response> {
  const tags = await tagsOf(head)
  return new HTMLRewriter()
    .on('head > title, head > meta[name="description"], head > meta[charset]', {
      element: (element) => void element.remove(),
    })
    .on('head', { element: (element) => void element.prepend(tags, { html: true }) })
    .transform(page)
}

/** Every value is escaped for where it stands; nicknames are strangers' words. */
async function tagsOf({ title, description, canonical, robots, image, type }: Head): Promise<string> {
  const property = (name: string, content: string | number) => html`<meta property="${name}" content="${content}" />`
  const named = (name: string, content: string) => html`<meta name="${name}" content="${content}" />`
  const parts = [
    html`<meta charset="utf-8" /><title>${title}</title>`,
    named('description', description),
    html`<link rel="canonical" href="${canonical}" />`,
    ...(robots === null ? [] : [named('robots', robots)]),
    property('og:site_name', SITE_NAME),
    property('og:type', type),
    property('og:title', title),
    property('og:description', description),
    property('og:url', canonical),
    ...(image === null
      ? [named('twitter:card', 'summary')]
      : [
          property('og:image', image.url),
          property('og:image:width', image.widthPx),
          property('og:image:height', image.heightPx),
          property('og:image:type', image.type),
          property('og:image:alt', image.alt),
          named('twitter:card', 'summary_large_image'),
          named('twitter:image:alt', image.alt),
        ]),
  ]
  return String(await raw((await Promise.all(parts)).join('\n')))
}
