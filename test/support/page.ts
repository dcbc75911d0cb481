/** A page as a crawler reads it. */
export type ReadPage = {
  /** Every element with its attribute names, in order. */
  structure: string[]
  /** Contents by name or property. */
  meta: Record<string, string>
  title: string
  links: { rel: string; href: string; type: string | null }[]
  images: Record<string, string>[]
  /** Link targets in the text. */
  anchors: string[]
  /** The `aria-label` of every element that has one. */
  labels: string[]
  linkedData: unknown
  /** The page's embedded query data, by the words of its query key. */
  queries: Record<string, unknown>
  /** The text content, without tags. */
  text: string
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', '#39': "'", '#x27': "'" }

export const decodeEntities = (text: string): string =>
  text.replaceAll(/&(lt|gt|amp|quot|#39|#x27);/g, (_, name: string) => ENTITIES[name]!)

/**
 * Parses a page with the platform's HTML parser.
 *
 * @param scripts true for a crawler that runs scripts, which ignores `noscript` content
 */
export async function readPage(html: string, { scripts: runsScripts = false } = {}): Promise<ReadPage> {
  const page: ReadPage = {
    structure: [],
    meta: {},
    title: '',
    links: [],
    images: [],
    anchors: [],
    labels: [],
    linkedData: null,
    queries: {},
    text: '',
  }
  const scripts: Record<string, string> = {}
  let script = ''
  let isScript = false
  const getAttributes = (element: Element) =>
    Object.fromEntries([...element.attributes].map(([name, value]) => [name!, decodeEntities(value!)]))

  await new HTMLRewriter()
    .on('*', {
      element: (element) => {
        const attributes = getAttributes(element)
        page.structure.push(`${element.tagName} ${Object.keys(attributes).join(' ')}`.trim())
        if (element.tagName === 'meta')
          page.meta[attributes['name'] ?? attributes['property'] ?? ''] = attributes['content'] ?? ''
        if (element.tagName === 'link')
          page.links.push({
            rel: attributes['rel'] ?? '',
            href: attributes['href'] ?? '',
            type: attributes['type'] ?? null,
          })
        if (element.tagName === 'img') page.images.push(attributes)
        if (element.tagName === 'a') page.anchors.push(attributes['href'] ?? '')
        if (attributes['aria-label'] !== undefined) page.labels.push(attributes['aria-label'])
        if (element.tagName === 'script') script = attributes['type'] ?? ''
      },
    })
    .on('title', { text: ({ text }) => void (page.title += text) })
    .on('script', {
      element: (element) => {
        isScript = true
        element.onEndTag(() => void (isScript = false))
      },
      text: ({ text }) => void (scripts[script] = (scripts[script] ?? '') + text),
    })
    .on('body', { text: ({ text }) => void (page.text += isScript ? '' : text) })
    .transform(new Response(runsScripts ? html : html.replaceAll(/<\/?noscript\s*>/g, '')))
    .arrayBuffer()

  page.title = decodeEntities(page.title)
  page.text = decodeEntities(page.text)
  page.linkedData = scripts['application/ld+json'] === undefined ? null : JSON.parse(scripts['application/ld+json'])
  page.queries = queriesIn(scripts['application/json'])
  return page
}

type Dehydrated = { queries: { queryKey: unknown[]; state: { data?: unknown; error?: unknown } }[] }

/** @example queriesIn(json)['cards top Chicago Bears'] */
function queriesIn(json: string | undefined): Record<string, unknown> {
  if (json === undefined) return {}
  const { queries } = JSON.parse(json) as Dehydrated
  return Object.fromEntries(
    queries.map(({ queryKey, state }) => [
      queryKey.filter((part) => part !== null).join(' '),
      state.data ?? state.error,
    ]),
  )
}
