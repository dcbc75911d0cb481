import { html, raw } from 'hono/html'
import { SERVED_STATE_ID } from '#shared/contracts/served-state.ts'
import { type Head, SITE_NAME } from './head.ts'
import type { ScreenFiles } from './screen-files.ts'
import { scriptJson } from '#worker/http/script-json.ts'

export type Piece = ReturnType<typeof html>

export type PageParts = {
  head: Head
  /** The screen, and the links that ask for its first pictures. */
  html: string
  preloads: string
  /** The dehydrated queries. */
  state: object
  /** The screen's own. */
  files: ScreenFiles
}

/** Nothing is shown before the page is whole: a header that is seen half moves when the rest of it comes. */
const SHOWN_WHOLE = `<link rel="expect" href="#${SERVED_STATE_ID}" blocking="render" />`

/**
 * Puts a page's parts into the built HTML: the head first in `<head>`, so that impatient crawlers see it, and the
 * answers last, behind everything that is read by people.
 */
export async function writePage(
  built: Response,
  { head, html: body, preloads, state, files }: PageParts,
): Promise<Response> {
  const tags = await tagsOf(head)
  const data = `<script type="application/json" id="${SERVED_STATE_ID}">${scriptJson(state)}</script>`
  return new HTMLRewriter()
    .on('head > title, head > meta[name="description"], head > meta[charset]', {
      element: (element) => void element.remove(),
    })
    .on('head > meta[name="viewport"]', {
      element: (element) => {
        // Behind the size of the window, which tells the browser which copy it needs.
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
        element.append(SHOWN_WHOLE, { html: true })
      },
    })
    .on('head > link[rel="stylesheet"]', {
      // Ahead of the fonts, which a page can be painted without: a browser opens six connections over HTTP/1.1.
      element: (element) => void element.after(files.styles, { html: true }),
    })
    .on('template#scripts', { element: (element) => void element.prepend(files.scripts, { html: true }) })
    .on('#root', { element: (element) => void element.setInnerContent(body, { html: true }) })
    .on('body', { element: (element) => void element.append(data, { html: true }) })
    .transform(built)
}

/** Every value is escaped for where it stands; nicknames are strangers' words. */
async function tagsOf(head: Head): Promise<string> {
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
