import { type Context, type Env, Hono } from 'hono'
import { type Api, type Document, generateDocument } from './document.ts'
import { answerOpenApiPage, type PageTexts } from './page.ts'

type Documented<E extends Env> = Api & {
  /** The app whose routes are described. */
  readonly app: Hono<E>
  /** The page's address. The document has the same one with `.json` behind it. */
  readonly path: string
  readonly page: Omit<PageTexts, 'document'>
  readonly originOf: (c: Context<E>) => string
}

/** Serves an API's OpenAPI document to programs and its page to people. The document is generated when it is first asked for. */
export function openApiRoutes<E extends Env>({ app, path, page, originOf, ...api }: Documented<E>) {
  let generated: Document | null = null
  const read = async () => (generated ??= await generateDocument(app, api))
  return new Hono<E>()
    .get(`${path}.json`, async (c) =>
      c.body(JSON.stringify({ ...(await read()), servers: [{ url: originOf(c) }] }), 200, {
        'content-type': 'application/json',
        'cache-control': 'public, max-age=300',
        'access-control-allow-origin': '*',
      }),
    )
    .get(path, async (c) => answerOpenApiPage(c, { ...page, document: `${path}.json` }, (await read()).paths))
}
