import { type Context, type Env, Hono } from 'hono'
import { type Api, type Document, generateDocument } from './document.ts'
import { respondWithOpenApiPage, type PageTexts } from './page.ts'

type Documented<E extends Env> = Api & {
  /** The described app. */
  readonly app: Hono<E>
  /** Path of the page. The document's path adds `.json`. */
  readonly path: string
  readonly page: Omit<PageTexts, 'document'>
  readonly getOrigin: (c: Context<E>) => string
}

/** Serves an API's OpenAPI document to programs and its page to people. The first request generates the document. */
export function openApiRoutes<E extends Env>({ app, path, page, getOrigin, ...api }: Documented<E>) {
  let generated: Document | null = null
  const read = async () => (generated ??= await generateDocument(app, api))
  return new Hono<E>()
    .get(`${path}.json`, async (c) =>
      c.body(JSON.stringify({ ...(await read()), servers: [{ url: getOrigin(c) }] }), 200, {
        'content-type': 'application/json',
        'cache-control': 'public, max-age=300',
        'access-control-allow-origin': '*',
      }),
    )
    .get(path, async (c) => respondWithOpenApiPage(c, { ...page, document: `${path}.json` }, (await read()).paths))
}
