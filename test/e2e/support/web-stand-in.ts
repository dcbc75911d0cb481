import { readFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'

const file = (name: string) => readFileSync(new URL(`../../fixtures/documents/${name}`, import.meta.url))

/** Its script paints it green and requests a refused address (SSRF). */
const PAGE = `<!doctype html><title>Opener</title><meta name=description content="A page"><body style="margin:0;height:3000px">
  <h1>Opener</h1><p>Read <a href="/more">more</a>. &lt;script&gt;</p><script>document.body.style.background = '#00ff00'</script>
  <iframe src="http://10.0.0.1/"></iframe><img src="http://169.254.169.254/x.png">`

/** What a page wants fetched ahead: by its text, by its script and as pages did it before. Its picture gives it time. */
const rules = (path: string) => JSON.stringify({ prefetch: [{ urls: [path], eagerness: 'immediate' }] })
const EAGER = `<!doctype html><body><script type=speculationrules>${rules('/ahead')}</script><link rel=prefetch href=/before>
  <link rel=preconnect href=/><img hidden src=/late><script>
    const later = document.createElement('script')
    later.type = 'speculationrules'
    later.textContent = '${rules('/script-ahead')}'
    document.head.append(later)
    document.body.style.background = document.cookie === 'sort=eager' ? '#00ff00' : '#ff0000'</script>`
const LATE_MS = 500

const FOUND = { url: 'https://a.example/', about: 'All about it' }
/** How two services spell what they find. */
function asBrave(title: string) {
  const meta_url = { scheme: 'https', netloc: 'a.example', hostname: 'a.example', path: '' }
  const page = { title: `<strong>${title}</strong>`, url: FOUND.url, description: FOUND.about, meta_url }
  return {
    type: 'search',
    query: { original: title, more_results_available: false },
    web: { type: 'search', results: [{ type: 'search_result', ...page }] },
    news: { type: 'news', results: [{ type: 'news_result', ...page, page_age: '2026-09-10T12:00:00' }] },
  }
}
const asSerper = (title: string) => ({
  searchParameters: { q: title, type: 'search' },
  organic: [{ title, link: FOUND.url, snippet: FOUND.about, position: 1 }],
  peopleAlsoAsk: [{ question: 'When?', snippet: 'Soon', title: 'Dates', link: FOUND.url }],
  relatedSearches: [{ query: `next ${title}` }],
  credits: 1,
})

/** The rest of the web on this machine: pages and documents, a search service, a resolver of names, and all that goes wrong. */
export async function startWeb() {
  const asked: { path: string; headers: NodeJS.Dict<string | string[]>; body: string }[] = []
  const bomb = gzipSync(new Uint8Array(40_000_000))
  const answer: RequestListener = (request, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://here')
    const send = (body: string | Buffer, type = 'application/json', status = 200) =>
      void response.writeHead(status, { 'content-type': type }).end(body)
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      asked.push({ path: request.url!, headers: request.headers, body })
      if (pathname === '/page') return send(PAGE, 'text/html')
      if (pathname === '/eager')
        return void response.writeHead(302, { location: '/eager/here', 'set-cookie': 'sort=eager' }).end()
      if (pathname === '/eager/here') return send(EAGER, 'text/html')
      if (pathname === '/late') return void setTimeout(() => send('', 'image/png'), LATE_MS)
      if (pathname.startsWith('/documents/')) return send(file(pathname.slice('/documents/'.length)), '')
      if (pathname === '/echo') return send(JSON.stringify({ path: request.url, headers: request.headers, body }))
      if (pathname === '/away') return void response.writeHead(302, { location: 'http://169.254.169.254/' }).end()
      if (pathname === '/loop') return void response.writeHead(302, { location: '/loop' }).end()
      if (pathname === '/bomb')
        return void response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' }).end(bomb)
      if (pathname === '/large') return send(Buffer.alloc(30_000_000, 'a'), 'text/html')
      if (pathname === '/res/v1/web/search') return send(JSON.stringify(asBrave(searchParams.get('q')!)))
      if (pathname === '/search' && request.method === 'POST')
        return send(JSON.stringify(asSerper((JSON.parse(body) as { q: string }).q)))
      if (pathname === '/emails') return send(JSON.stringify({ id: 'mail-1' }))
      // It says nothing at all.
      if (pathname === '/hang') return
      if (pathname === '/search')
        return send(
          JSON.stringify({ results: [{ title: searchParams.get('q'), url: 'https://a.example/', content: 'c' }] }),
        )
      if (pathname === '/dns') return send(JSON.stringify({ Status: 0, Answer: [{ type: 1, data: '10.0.0.1' }] }))
      return send('<h1>Sorry</h1>', 'text/html', 500)
    })
  }
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    asked,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
