import type { Context } from 'hono'
import { type Api, openApiDocument } from './document.ts'

/** An isolate answers at few addresses; what asks by many gets each document made anew. */
const KEPT_MAX = 8

/** Answers with an API's document, which is made once for each address that the isolate answers at. */
export function createDocuments(api: Omit<Api, 'origin'>) {
  const kept = new Map<string, string>()
  return (c: Context, origin: string): Response => {
    const made = kept.get(origin) ?? JSON.stringify(openApiDocument({ ...api, origin }))
    if (kept.size < KEPT_MAX) kept.set(origin, made)
    return c.body(made, 200, {
      'content-type': 'application/json',
      'cache-control': 'public, max-age=300',
      'access-control-allow-origin': '*',
    })
  }
}
