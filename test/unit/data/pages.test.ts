import { describe, expect, test } from 'vitest'
import { scrapePage } from '#worker/backend/data/page/scrape.ts'
import type { Format } from '#worker/backend/data/schema.ts'
import { findOffenders } from '../../support/offenders.ts'

const HERE = new URL('https://www.site.example/news/today?x=1')

const scrape = (html: string, ...formats: Format[]) => scrapePage(html, HERE, formats)
const scrapeMarkdown = async (html: string) => (await scrape(html, 'markdown')).markdown!.trim()
const scrapeMetadata = async (head: string, html = '') =>
  (await scrape(`<html ${html}><head>${head}</head><body></body></html>`, 'metadata')).metadata!

describe('Markdown of a page', () => {
  test('converts each element to Markdown', async () => {
    const offenders = await findOffenders(
      [
        [
          'headings and paragraphs',
          '<h2>One</h2><p>Two <b>three</b> <em>four</em><br>five',
          '## One\n\nTwo **three** _four_\\\nfive',
        ],
        ['lists', '<ul><li>a<ul><li>b</ul><li>c</ul><ol start=3><li>d</ol>', '- a\n  - b\n- c\n\n3. d'],
        ['tables', '<table><tr><th>A<th>B<tr><td>1<td>2|3</table>', '| A | B |\n| - | - |\n| 1 | 2\\|3 |'],
        ['code', '<pre><code class="language-js">if (a < b) {}</code></pre>', '```js\nif (a < b) {}\n```'],
        ['absolute URLs', '<a href="../b?c#d">go</a>', '[go](https://www.site.example/b?c#d)'],
        [
          'URLs relative to its base',
          '<base href="/deep/"><a href="b">go</a>',
          '[go](https://www.site.example/deep/b)',
        ],
        ['images', '<img src=a.png alt="A thing">', '![A thing](https://www.site.example/news/a.png)'],
        [
          'escaped text that looks like markup',
          '<p>&lt;script&gt;x()&lt;/script&gt; * # _',
          '\\<script>x()\\</script> \\* # \\_',
        ],
        ['only the main content', '<nav>Menu</nav><main>Read</main><footer>Imprint</footer>', 'Read'],
        ['no hidden elements', '<p hidden>a</p><p aria-hidden=true>b</p><p>c</p>', 'c'],
        [
          'no scripts or styles',
          '<p>e</p><script>a</script><style>b</style><noscript>c</noscript><svg><script>d</script></svg>',
          'e',
        ],
        [
          'no script URLs',
          '<a href="java\nscript:x()">a</a> <a href=data:text/html,x>b</a> <img src=javascript:x alt=c>',
          'a b',
        ],
        ['no form controls', '<form>Name <input value=v><select><option>o</select><button>Go</button></form>', 'Name'],
        ['nothing for an empty page', '', ''],
      ],
      JSON.stringify,
      async ([, html, markdown]) => {
        expect(await scrapeMarkdown(html)).toBe(markdown)
      },
    )
    expect(offenders).toEqual([])
  })

  test('writes only the cells that a table has, whatever its spans claim', async () => {
    const rows = `<tr><td colspan=1000000000 rowspan=65534>wide</td></tr>${'<tr><td>x</td></tr>'.repeat(20)}`
    const markdown = await scrapeMarkdown(`<table>${rows}<tr>${'<td>y'.repeat(1000)}</table>`)
    expect(markdown).toContain('wide')
    expect(markdown.length).toBeLessThan(20_000)
  })
})

test('falls back to plain text when Markdown would change the page’s meaning', async () => {
  const html = '<code>` &lt;script&gt;x&lt;/script&gt; `</code><code>&lt;javascript:alert(1)&gt;</code>'
  expect(await scrapeMarkdown(html)).toBe('\\` \\<script\\>x\\<\\/script\\> \\`\\<javascript\\:alert\\(1\\)\\>')
})

test.each(['[a](', '![a', '`a', '*a', '_a ', '&lt;a', 'a@', '<em>a</em>', '<img src=/ alt="![">', '[^a]: '])(
  'converts a page of only %s quickly',
  { timeout: 20_000 },
  async (piece) => {
    const began = process.cpuUsage().user
    const markdown = await scrapeMarkdown(`<h1>Here</h1><ul><li>${piece.repeat(20_000)}</ul>`)
    expect(markdown.startsWith('Here')).toBe(true)
    expect(process.cpuUsage().user - began).toBeLessThan(3_000_000)
  },
)

test('keeps the markup of a long page of ordinary paragraphs and links', async () => {
  const markdown = await scrapeMarkdown('<p>One: <b>two</b> [3] <a href="/x_y">four</a>!'.repeat(1000))
  expect(markdown.startsWith('One: **two** \\[3] [four](https://www.site.example/x_y)!')).toBe(true)
})

test('strips ids, handlers and styles from the HTML of a page', async () => {
  const { html } = await scrape(
    '<p id=a class=b style="x" onclick=y()>T<a href=/ target=_top onfocus=z>l</a><b/>',
    'html',
  )
  expect(html).toBe('<p>T<a href="https://www.site.example/">l</a><b></b></p>')
})

test('lists each link once, with its text, absolute URL and target', async () => {
  const { links } = await scrape(
    `<a href="/a">A  <b>one</b></a><a href=/a>A one</a><a href="//site.example/b"><img alt=B></a><a href=https://other.example/>C</a>
     <a href="#d">D</a><a href="mailto:e@f.example?subject=g">E</a><a href=tel:+1555>F</a><a href="javascript:g()">G</a>
     <a>H</a><a href="">I</a><a href="https://[">J</a><a href="/k" title="Titled"></a><area href="/l" alt="Area">`,
    'links',
  )
  expect(links).toEqual([
    { text: 'A one', url: 'https://www.site.example/a', type: 'internal' },
    { text: '', url: 'https://site.example/b', type: 'internal' },
    { text: 'C', url: 'https://other.example/', type: 'external' },
    { text: 'D', url: 'https://www.site.example/news/today?x=1#d', type: 'anchor' },
    { text: 'E', url: 'mailto:e@f.example?subject=g', type: 'email' },
    { text: 'F', url: 'tel:+1555', type: 'phone' },
    { text: 'Titled', url: 'https://www.site.example/k', type: 'internal' },
    { text: 'Area', url: 'https://www.site.example/l', type: 'internal' },
  ])
})

describe('metadata of a page', () => {
  test('reads metadata from all common places', async () => {
    const all = await scrapeMetadata(
      `<title> The
      game </title><meta name="Description" content="A day"><link rel=canonical href="/canon"><link rel="shortcut icon" href=i.ico>
      <meta property="og:image" content="/p.jpg"><meta name=author content="Ann"><meta property="article:published_time" content="2026-01-02">
      <meta property="article:modified_time" content="2026-01-03"><meta property="og:type" content="article">
      <meta property="og:site_name" content="Site"><meta property="og:locale" content="en_GB"><meta name=keywords content="a, b,,a">
      <meta property="article:tag" content="c">`,
    )
    expect(all).toEqual({
      title: 'The game',
      description: 'A day',
      url: 'https://www.site.example/canon',
      domain: 'www.site.example',
      favicon: 'https://www.site.example/news/i.ico',
      image: 'https://www.site.example/p.jpg',
      author: 'Ann',
      publishedTime: '2026-01-02',
      modifiedTime: '2026-01-03',
      type: 'article',
      siteName: 'Site',
      locale: 'en_GB',
      keywords: ['a', 'b', 'c'],
    })
  })

  test('leaves missing metadata empty, except the URL', async () => {
    expect(await scrapeMetadata('')).toEqual({
      title: '',
      description: '',
      url: HERE.href,
      domain: 'www.site.example',
      favicon: 'https://www.site.example/favicon.ico',
      image: '',
      author: '',
      publishedTime: '',
      modifiedTime: '',
      type: '',
      siteName: '',
      locale: '',
      keywords: [],
    })
  })

  test.each([
    [
      'fallback tags',
      '<meta property="og:title" content=T><meta name="twitter:image" content=i.png>',
      { title: 'T', image: 'https://www.site.example/news/i.png' },
    ],
    ['its lang attribute', '', { locale: 'de' }],
    [
      'its JSON-LD',
      `<script type="application/ld+json">{"@graph":[{"@type":"WebSite"},{"@type":"BlogPosting","headline":"H","author":[{"name":"B"}],
        "datePublished":"2026","dateModified":"2027","publisher":{"name":"P"},"image":{"url":"/q.png"}}]}</script>`,
      {
        title: 'H',
        author: 'B',
        publishedTime: '2026',
        modifiedTime: '2027',
        siteName: 'P',
        image: 'https://www.site.example/q.png',
      },
    ],
    ['malformed JSON-LD, ignoring it', '<script type="application/ld+json">{"@type":</script>', { title: '' }],
    [
      'script URLs, ignoring them',
      '<link rel=canonical href="javascript:x"><link rel=icon href="data:,"><meta property="og:image" content="blob:x">',
      { url: HERE.href, image: '', favicon: 'https://www.site.example/favicon.ico' },
    ],
  ])('reads metadata from %s', async (_, head, expected) => {
    expect(await scrapeMetadata(head, 'lang=de')).toMatchObject(expected)
  })
})

test('extracts the title, description, headings and text of a page', async () => {
  const html =
    '<title>T</title><meta name=description content=D><h1>A <i>b</i></h1><p>c</p><h3>d</h3><script>e</script>'
  const { extract } = await scrape(html, 'extract')
  expect(extract).toEqual({ title: 'T', description: 'D', headings: ['A b', 'd'], text: 'A b\n\nc\n\nd' })
})

test('rejects an oversized page', async () => {
  const offenders = await findOffenders(
    [
      ['too many elements', `<b>${'<i></i>'.repeat(100_001)}`],
      ['deeply nested elements', '<div>'.repeat(1000)],
      ['too many comments', '<!-->'.repeat(100_001)],
      ['too many attributes', `<a ${Array.from({ length: 300_001 }, (_, i) => i.toString(36)).join(' ')}>`],
      ['too much text', 'x'.repeat(6_000_000)],
      [
        'formatting elements cloned for every paragraph',
        `${Array.from({ length: 400 }, (_, i) => `<b id=${i}>`).join('')}${'<p>'.repeat(2000)}`,
      ],
      ['a long attribute on an unclosed element', `<p><font title="${'x'.repeat(100_000)}">${'<p>a'.repeat(1000)}`],
    ],
    JSON.stringify,
    async ([, html]) => {
      await expect(scrape(html, 'markdown')).rejects.toMatchObject({ code: 'DOCUMENT_UNREADABLE' })
    },
  )
  expect(offenders).toEqual([])
})
