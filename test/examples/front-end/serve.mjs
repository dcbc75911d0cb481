// serve.mjs
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'

const TYPES = { html: 'text/html; charset=utf-8', js: 'text/javascript; charset=utf-8' }
const port = process.env.PORT ?? 5173

async function reply({ url }, response) {
  const { pathname } = new URL(url, 'http://localhost')
  const path = pathname === '/' ? './index.html' : `.${pathname}`
  const type = TYPES[path.split('.').at(-1)]
  const file = type === undefined ? null : await readFile(new URL(path, import.meta.url)).catch(() => null)
  response.writeHead(file === null ? 404 : 200, { 'content-type': type ?? 'text/plain' })
  response.end(file ?? 'Not found')
}

const server = createServer((request, response) => void reply(request, response))
server.listen(port, '127.0.0.1', () => process.stdout.write(`Serving http://127.0.0.1:${port}\n`))
