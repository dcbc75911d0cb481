import { toVisitorHeader } from '#worker/http/visitor.ts'
import { readConfig } from '#worker/config.ts'
import { createTestApp, ORIGIN } from './app.ts'
import { testEnv } from './env.ts'

export const PROJECT = 'fantasy-cards'
export const config = () => readConfig(testEnv())

/** Request headers for each kind of backend caller. */
export const as = {
  service: () => ({ authorization: `Bearer ${config().serviceKey}` }),
  public: () => ({ authorization: `Bearer ${config().publicKey}` }),
  keyless: () => ({}),
  edge: async () => ({
    ...as.public(),
    ...(await toVisitorHeader({ kind: 'visitor', id: 'a'.repeat(32), address: 'somewhere' }, config().serviceKey)),
  }),
}

type App = ReturnType<typeof createTestApp>

/** Sends a multipart upload. */
export function upload(
  app: App,
  { file, path, options, headers }: { file: Blob; path: string; options?: string; headers: Record<string, string> },
): Promise<Response> {
  const form = new FormData()
  form.set('file', file)
  form.set('path', path)
  if (options !== undefined) form.set('options', options)
  return app.send(`/api/storage/${PROJECT}/upload`, { method: 'POST', headers, body: form })
}

export const sendJson = (
  app: App,
  path: string,
  body: unknown,
  { method = 'POST', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
): Promise<Response> =>
  app.send(path, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

/** Returns the keys of all files in R2. */
export async function listStoredKeys(): Promise<string[]> {
  const { objects } = await testEnv().FILES.list()
  return objects.map(({ key }) => key)
}

/** Returns the URL from a response of the upload route, as a path of this app. */
export async function getPublicPath(response: Response): Promise<string> {
  const { publicUrl } = await response.json<{ publicUrl: string }>()
  return publicUrl.slice(ORIGIN.length)
}

/** Stores a file with the service key. @returns its URL, as a path of this app */
export async function putFile(
  app: App,
  path: string,
  content: string | Uint8Array<ArrayBuffer>,
  type = '',
): Promise<string> {
  const response = await upload(app, { file: new Blob([content], { type }), path, headers: as.service() })
  if (response.status !== 200) throw new Error(`stored nothing: ${await response.text()}`)
  return getPublicPath(response)
}
