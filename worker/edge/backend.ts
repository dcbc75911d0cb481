import { createClient, type Client } from '#shared/client/index.ts'
import { AppError } from '#shared/client/errors.ts'
import { ROLES } from '#shared/domain/roles.ts'
import type { Config } from '#worker/config.ts'
import { signatureOf } from '#shared/client/file-type.ts'
import type { Guard } from '#worker/http/outbound/guarded-fetch.ts'
import { ANY_REPLICA_HEADER, onBehalfOf, type Visitor } from '#worker/http/visitor.ts'

/** The part of `fetch` that reaches the backend: in this isolate, or over the network. */
export type BackendFetch = (request: Request) => Promise<Response>

export type BackendDeps = {
  config: Pick<Config, 'projectId' | 'publicKey' | 'serviceKey' | 'publicUrl' | 'core'>
  /** Answers requests to our own core without the network. */
  local: BackendFetch
  /** The one way out to addresses that are not the backend's own. */
  guard: Guard
}

export type StoredPicture = { readonly bytes: Uint8Array; readonly type: PictureType }
type PictureType = 'image/jpeg' | 'image/png' | 'image/webp'
const PICTURES: ReadonlySet<string> = new Set<PictureType>(['image/jpeg', 'image/png', 'image/webp'])

/** How the edge reaches the backend. `origin` is this site's address as the visitor sees it. */
export type Backend = {
  /** With the public key, on behalf of a visitor. `anyReplica`: lists may be a moment old. */
  for(visitor: Visitor, origin: string, options?: { anyReplica?: boolean }): Promise<Client>
  /** With the service key. */
  service(origin: string): Client
  /** With a signed-in user's own token; limits count that user's network. */
  withToken(token: string, visitor: Visitor, origin: string): Promise<Client>
  /**
   * The picture behind an address: one of our storage is read there, any other through the guard against SSRF. Its type
   * is what its first bytes say, whatever was said of it.
   *
   * @throws AppError `FILE_NOT_FOUND`, `ADDRESS_REFUSED`, `AI_FAILED`, also for what is no JPEG, PNG or WebP
   */
  image(url: string, origin: string, signal?: AbortSignal): Promise<StoredPicture>
  /** The address the backend's own files start with. */
  coreUrl(origin: string): string
  /** The address of one of the backend's own files. */
  fileUrl(path: string, origin: string): string
}

const IMAGE_MAX_BYTES = 30 * 1024 * 1024
const IMAGE_TIMEOUT_MS = 30_000

export function createBackend({ config, local, guard }: BackendDeps): Backend {
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
    for: async (visitor, origin, { anyReplica = false } = {}) =>
      createClient({
        ...common(origin),
        key: config.publicKey,
        headers: { ...(await onBehalfOf(visitor, serviceKey)), ...(anyReplica && { [ANY_REPLICA_HEADER]: '1' }) },
      }),
    image: async (url, origin, signal) => {
      const core = coreUrl(origin)
      const isStored = url.startsWith(`${core}/storage/`)
      // Another host with the same wire may keep its pictures elsewhere, and is named by a setting.
      const isOwn = isStored || (config.core !== null && url.startsWith(`${core}/`))
      const { status, bytes } = isOwn
        ? await readOwn(url, isStored, signal)
        : await guard.fetch(url, { maxBytes: IMAGE_MAX_BYTES, ...(signal && { signal }) })
      if (status === 404) throw new AppError('FILE_NOT_FOUND')
      const type = status >= 200 && status < 300 ? signatureOf(bytes)?.type : undefined
      if (type === undefined || !isPicture(type) || bytes.length > IMAGE_MAX_BYTES)
        throw new AppError('AI_FAILED', undefined, { cause: `image answered ${status}, ${bytes.length} bytes` })
      return { bytes, type }
    },
  }

  /** With the service key: what is kept from strangers can still be drawn for its maker. */
  async function readOwn(url: string, withKey: boolean, signal?: AbortSignal) {
    const init = {
      headers: withKey ? { authorization: `Bearer ${serviceKey}` } : {},
      signal: AbortSignal.any([AbortSignal.timeout(IMAGE_TIMEOUT_MS), ...(signal ? [signal] : [])]),
    }
    try {
      const response = await send(url, init)
      return { status: response.status, bytes: new Uint8Array(await response.arrayBuffer()) }
    } catch (cause) {
      throw new AppError('AI_FAILED', undefined, { cause })
    }
  }
}

const isPicture = (type: string): type is PictureType => PICTURES.has(type)
