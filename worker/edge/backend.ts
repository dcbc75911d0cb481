import { createClient, type Client } from '#shared/client/index.ts'
import { AppError } from '#shared/client/errors.ts'
import { ROLES } from '#shared/domain/roles.ts'
import type { Config } from '#worker/config.ts'
import { onBehalfOf, type Visitor } from '#worker/http/visitor.ts'

/** The part of `fetch` that reaches the backend: in this isolate, or over the network. */
export type BackendFetch = (request: Request) => Promise<Response>

export type BackendDeps = {
  config: Pick<Config, 'projectId' | 'publicKey' | 'serviceKey' | 'publicUrl' | 'core'>
  /** Answers requests to our own core without the network. */
  local: BackendFetch
}

/** How the edge reaches the backend. `origin` is this site's address as the visitor sees it. */
export type Backend = {
  /** With the public key, on behalf of a visitor. */
  for(visitor: Visitor, origin: string): Promise<Client>
  /** With the service key. */
  service(origin: string): Client
  /** With a signed-in user's own token, who is counted by where he comes from. */
  withToken(token: string, visitor: Visitor, origin: string): Promise<Client>
  /** The bytes behind an image address, wherever it is. @throws AppError `FILE_NOT_FOUND`, `AI_FAILED` */
  image(url: string, origin: string, signal?: AbortSignal): Promise<{ bytes: Uint8Array; type: string }>
  /** The address the backend's own files start with. */
  coreUrl(origin: string): string
  /** The address of one of the backend's own files. */
  fileUrl(path: string, origin: string): string
}

const IMAGE_MAX_BYTES = 30 * 1024 * 1024
const IMAGE_TIMEOUT_MS = 30_000

export function createBackend({ config, local }: BackendDeps): Backend {
  const coreUrl = (origin: string) => config.core?.url ?? config.publicUrl ?? origin
  const serviceKey = config.core?.serviceKey ?? config.serviceKey
  const send = (url: string, init: RequestInit): Promise<Response> =>
    config.core === null ? local(new Request(url, init)) : fetch(url, init)
  const common = (origin: string) => ({
    projectId: config.projectId,
    coreUrl: coreUrl(origin),
    publicUrl: coreUrl(origin),
    fetch: send,
  })

  return {
    coreUrl,
    fileUrl: (path, origin) => `${coreUrl(origin)}/storage/${config.projectId}/${path}`,
    service: (origin) => createClient({ ...common(origin), key: serviceKey }),
    withToken: async (token, visitor, origin) =>
      createClient({
        ...common(origin),
        key: config.publicKey,
        token,
        auth: { roles: ROLES },
        headers: await onBehalfOf(visitor, serviceKey),
      }),
    for: async (visitor, origin) =>
      createClient({ ...common(origin), key: config.publicKey, headers: await onBehalfOf(visitor, serviceKey) }),
    image: async (url, origin, signal) => {
      const own = url.startsWith(`${coreUrl(origin)}/`)
      // What is kept from strangers can still be drawn for its maker.
      const isStored = url.startsWith(`${coreUrl(origin)}/storage/`)
      const init = {
        headers: isStored ? { authorization: `Bearer ${serviceKey}` } : {},
        signal: AbortSignal.any([AbortSignal.timeout(IMAGE_TIMEOUT_MS), ...(signal ? [signal] : [])]),
      }
      const response = await (own ? send(url, init) : fetch(url, init)).catch((cause: unknown) => {
        throw new AppError('AI_FAILED', undefined, { cause })
      })
      const bytes = new Uint8Array(await response.arrayBuffer())
      if (response.status === 404) throw new AppError('FILE_NOT_FOUND')
      if (!response.ok || bytes.length === 0 || bytes.length > IMAGE_MAX_BYTES)
        throw new AppError('AI_FAILED', undefined, {
          cause: `image answered ${response.status}, ${bytes.length} bytes`,
        })
      return { bytes, type: response.headers.get('content-type') ?? 'application/octet-stream' }
    },
  }
}
