import { readFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

const readDocument = (name: string) => readFileSync(new URL(`../../fixtures/documents/${name}`, import.meta.url))

/** Its script paints it green and requests a blocked address (SSRF). */
const PAGE = `<!doctype html><title>Opener</title><meta name=description content="A page"><body style="margin:0;height:3000px">
  <h1>Opener</h1><p>Read <a href="/more">more</a>. &lt;script&gt;</p><script>document.body.style.background = '#00ff00'</script>
  <iframe src="http://10.0.0.1/"></iframe><img src="http://169.254.169.254/x.png">`

/** Triggers prefetches in three ways: by its text, by its script and by a link. Its image gives them time. */
const rules = (path: string) => JSON.stringify({ prefetch: [{ urls: [path], eagerness: 'immediate' }] })
const EAGER = `<!doctype html><body><script type=speculationrules>${rules('/ahead')}</script><link rel=prefetch href=/before>
  <link rel=preconnect href=/><img hidden src=/late><script>
    const later = document.createElement('script')
    later.type = 'speculationrules'
    later.textContent = '${rules('/script-ahead')}'
    document.head.append(later)
    document.body.style.background = document.cookie === 'sort=eager' ? '#00ff00' : '#ff0000'</script>`
const LATE_MS = 500

type RecordedRequest = { path: string; headers: NodeJS.Dict<string | string[]>; body: string }

/** Starts a local stand-in for the web: pages and documents, a search service and a DNS resolver. */
export async function startWeb(port = 0) {
  const requests: RecordedRequest[] = []
  const respond: RequestListener = (request, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://here')
    const send = (body: string | Buffer, type = 'application/json', status = 200) =>
      void response.writeHead(status, { 'content-type': type }).end(body)
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      requests.push({ path: request.url!, headers: request.headers, body })
      if (pathname === '/page') return send(PAGE, 'text/html')
      if (pathname === '/eager')
        return void response.writeHead(302, { location: '/eager/here', 'set-cookie': 'sort=eager' }).end()
      if (pathname === '/eager/here') return send(EAGER, 'text/html')
      if (pathname === '/late') return void setTimeout(() => send('', 'image/png'), LATE_MS)
      if (pathname.startsWith('/documents/')) return send(readDocument(pathname.slice('/documents/'.length)), '')
      if (pathname === '/echo') return send(JSON.stringify({ path: request.url, headers: request.headers, body }))
      if (pathname === '/away') return void response.writeHead(302, { location: 'http://169.254.169.254/' }).end()
      if (pathname === '/search')
        return send(
          JSON.stringify({ results: [{ title: searchParams.get('q'), url: 'https://a.example/', content: 'c' }] }),
        )
      if (pathname === '/dns') return send(JSON.stringify({ Status: 0, Answer: [{ type: 1, data: '10.0.0.1' }] }))
      return send('<h1>Sorry</h1>', 'text/html', 500)
    })
  }
  const server = createServer(respond)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    requests,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<unknown>((resolve) => {
        server.close(resolve)
        server.closeAllConnections()
      }),
  }
}
