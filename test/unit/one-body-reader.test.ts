import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const READER = 'worker/http/read-body.ts'

/** Ways to read the body of an incoming request. */
const READS: readonly RegExp[] = [
  // Hono's own: `c.req.json()` and its siblings, and the raw request.
  /\breq\s*\.\s*(?:json|text|formData|arrayBuffer|blob|bytes|parseBody)\b/,
  /\breq\s*\.\s*raw\s*\.\s*(?:body|json|text|formData|arrayBuffer|blob|bytes|clone)\b/,
  /\{[^}]*\bbody\b[^}]*\}\s*(?::\s*Request\b|=\s*c\.req\.raw\b)/,
]
/** The same in files that name the type, where `request` may be one. */
const READS_OF_REQUESTS =
  /\brequest\s*\.\s*(?:body\b(?!\s*[,)]?\s*===?\s*null)|(?:json|text|formData|arrayBuffer|blob|bytes)\s*\()/
const NAMES_REQUESTS = /:\s*Request\b/

function readsIn(source: string): string[] {
  const code = source.replaceAll(/\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\/|\/\/[^\n]*/g, '')
  const patterns = NAMES_REQUESTS.test(code) ? [...READS, READS_OF_REQUESTS] : READS
  return patterns.flatMap((pattern) => pattern.exec(code)?.[0] ?? [])
}

const files = readdirSync('worker', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))
  .map((name) => `worker/${name}`)

describe('the body of an incoming request', () => {
  it('reads request bodies in one file only', () => {
    const readers = files.filter((file) => file !== READER && readsIn(readFileSync(file, 'utf8')).length > 0)
    expect(files.length).toBeGreaterThan(300)
    expect(readers).toEqual([])
  })

  it.each([
    'await c.req.json()',
    'await c.req.parseBody()',
    'const text = await c.req.raw.text()',
    'c.req.raw.body?.getReader()',
    'c.req.raw.clone()',
    'async function read({ headers, body }: Request) {}',
    'const { body } = c.req.raw',
    'const read = (request: Request) => request.formData()',
    'const read = (request: Request) => request.body!.getReader()',
  ])('detects a body read by %s', (source) => expect(readsIn(source)).not.toEqual([]))

  it.each([
    'const { rows } = request.body',
    'await response.json()',
    'c.req.query()',
    'send(request: Request) // request.body',
  ])('accepts %s, which reads no request body', (source) => expect(readsIn(source)).toEqual([]))
})
