import { html, raw } from 'hono/html'
import { SERVED_STATE_ID } from '#shared/contracts/served-state.ts'
import { type Head, SITE_NAME } from './head.ts'
import type { ScreenFiles } from './screen-files.ts'
import { scriptJson } from '#worker/http/script-json.ts'

export type PageParts = {
  head: Head
  /** The screen's HTML. */
  html: string
  /** Preload links for its first pictures. */
  preloads: string
  /** The dehydrated queries. */
  state: object
  /** Link tags for the screen's files. */
  files: ScreenFiles
}

/** Blocks rendering until the document is complete. A partly rendered header would shift. */
const RENDER_BLOCKING_LINK = `<link rel="expect" href="#${SERVED_STATE_ID}" blocking="render" />`

/**
 * Inserts a page's parts into the built HTML. The tags come first in `<head>`, for crawlers that read only the start. The
 * dehydrated queries come last, after the visible content.
 */
export async function writePage(
  built: Response,
  { head, html: body, preloads, state, files }: PageParts,
): Promise<Response> {
  const tags = await renderTags(head)
  const data = `<script type="application/json" id="${SERVED_STATE_ID}">${scriptJson(state)}</script>`
  return new HTMLRewriter()
    .on('head > title, head > meta[name="description"], head > meta[charset]', {
      element: (element) => void element.remove(),
    })
    .on('head > meta[name="viewport"]', {
      element: (element) => {
        // After the viewport, which the browser needs to choose the size of each picture.
        element.after(preloads, { html: true })
      },
    })
    .on('head > meta[name="theme-color"]', {
      element: (element) => {
        if (head.themeColor !== null) element.setAttribute('content', head.themeColor)
      },
    })
    .on('head', {
      element: (element) => {
        element.prepend(tags, { html: true })
        element.append(RENDER_BLOCKING_LINK, { html: true })
      },
    })
    .on('head > link[rel="stylesheet"]', {
      // Before the fonts, which do not block painting: a browser opens only six connections over HTTP/1.1.
      element: (element) => void element.after(files.styles, { html: true }),
    })
    .on('template#scripts', { element: (element) => void element.prepend(files.scripts, { html: true }) })
    .on('#root', { element: (element) => void element.setInnerContent(body, { html: true }) })
    .on('body', { element: (element) => void element.append(data, { html: true }) })
    .transform(built)
}

/** Renders the head's tags. Escapes every value, because nicknames are untrusted. */
async function renderTags(head: Head): Promise<string> {
  const { title, description, canonical, robots, image, type, oembed, linkedData } = head
  const property = (name: string, content: string | number) => html`<meta property="${name}" content="${content}" />`
  const named = (name: string, content: string) => html`<meta name="${name}" content="${content}" />`
  const parts = [
    html`<meta charset="utf-8" /><title>${title}</title>`,
    named('description', description),
    html`<link rel="canonical" href="${canonical}" />`,
    named('robots', robots),
    property('og:site_name', SITE_NAME),
    property('og:type', type),
    property('og:locale', 'en_US'),
    property('og:title', title),
    property('og:description', description),
    property('og:url', canonical),
    ...(image === null
      ? []
      : [
          property('og:image', image.url),
          property('og:image:width', image.widthPx),
          property('og:image:height', image.heightPx),
          property('og:image:type', 'image/jpeg'),
          property('og:image:alt', image.alt),
          named('twitter:image', image.url),
          named('twitter:image:alt', image.alt),
        ]),
    named('twitter:card', image === null ? 'summary' : 'summary_large_image'),
    named('twitter:title', title),
    named('twitter:description', description),
    ...(oembed === null
      ? []
      : [html`<link rel="alternate" type="application/json+oembed" href="${oembed}" title="${title}" />`]),
    ...(linkedData === null
      ? []
      : [
          html`<script type="application/ld+json">
            ${raw(scriptJson(linkedData))}
          </script>`,
        ]),
  ]
  return String(await raw((await Promise.all(parts)).join('\n')))
}
