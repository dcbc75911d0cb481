/** What a crawler makes of a page. */
export type ReadPage = {
  /** Every element with the names of its attributes, in order. */
  structure: string[]
  /** By name or property. */
  meta: Record<string, string>
  title: string
  links: { rel: string; href: string; type: string | null }[]
  images: Record<string, string>[]
  /** Where the links of the text lead. */
  anchors: string[]
  linkedData: unknown
  firstAnswers: Record<string, unknown>
  /** The words of the text, without tags. */
  text: string
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', '#39': "'" }

export const decoded = (text: string): string =>
  text.replaceAll(/&(lt|gt|amp|quot|#39);/g, (_, name: string) => ENTITIES[name]!)

/**
 * Parsed by the platform's own reader of HTML, never by looking for strings.
 *
 * @param scripts whether it runs scripts: then what `noscript` holds is not read, else it is part of the page
 */
export async function readPage(html: string, { scripts: runsScripts = false } = {}): Promise<ReadPage> {
  const page: ReadPage = {
    structure: [],
    meta: {},
    title: '',
    links: [],
    images: [],
    anchors: [],
    linkedData: null,
    firstAnswers: {},
    text: '',
  }
  const scripts: Record<string, string> = {}
  let script = ''
  const attributesOf = (element: Element) =>
    Object.fromEntries([...element.attributes].map(([name, value]) => [name!, decoded(value!)]))

  await new HTMLRewriter()
    .on('*', {
      element: (element) => {
        const attributes = attributesOf(element)
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
        if (element.tagName === 'script') script = attributes['type'] ?? ''
      },
    })
    .on('title', { text: ({ text }) => void (page.title += text) })
    .on('script', { text: ({ text }) => void (scripts[script] = (scripts[script] ?? '') + text) })
    .on('body', { text: ({ text }) => void (page.text += text) })
    .transform(new Response(runsScripts ? html : html.replaceAll(/<\/?noscript\s*>/g, '')))
    .arrayBuffer()

  page.title = decoded(page.title)
  page.text = decoded(page.text)
  page.linkedData = scripts['application/ld+json'] === undefined ? null : JSON.parse(scripts['application/ld+json'])
  page.firstAnswers = JSON.parse(scripts['application/json'] ?? '{}') as Record<string, unknown>
  return page
}
