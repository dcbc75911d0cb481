import { createClient, type Client } from '#shared/client/index.ts'
import { AppError } from '#shared/client/errors.ts'
import { ROLES } from '#shared/domain/roles.ts'
import type { Config } from '#worker/config.ts'
import { sniffFileType } from '#shared/client/file-type.ts'
import type { Guard } from '#worker/http/outbound/guarded-fetch.ts'
import { ANY_REPLICA_HEADER, toVisitorHeader, type Visitor } from '#worker/http/visitor.ts'

/** Sends a request to the backend. */
export type BackendFetch = (request: Request) => Promise<Response>

export type BackendDeps = {
  config: Pick<Config, 'projectId' | 'publicKey' | 'serviceKey' | 'publicUrl' | 'core'>
  /** Calls the embedded backend without the network. */
  local: BackendFetch
  /** Fetches URLs that are not the backend's own. */
  guard: Guard
}

export type StoredPicture = { readonly bytes: Uint8Array; readonly type: PictureType }
type PictureType = 'image/jpeg' | 'image/png' | 'image/webp'
const PICTURES: ReadonlySet<string> = new Set<PictureType>(['image/jpeg', 'image/png', 'image/webp'])

const IMAGE_MAX_BYTES = 30 * 1024 * 1024
const IMAGE_TIMEOUT_MS = 30_000

/** Clients of the backend for the edge. `origin` is this site's address as the visitor sees it. */
export class Backend {
  private readonly config: Pick<Config, 'projectId' | 'publicKey' | 'serviceKey' | 'publicUrl' | 'core'>
  private readonly local: BackendFetch
  private readonly guard: Guard
  private readonly serviceKey: string

  constructor({ config, local, guard }: BackendDeps) {
    this.config = config
    this.local = local
    this.guard = guard
    this.serviceKey = config.core?.serviceKey ?? config.serviceKey
  }

  /** The address the backend's own files start with. */
  coreUrl(origin: string): string {
    return this.config.core?.url ?? this.config.publicUrl ?? origin
  }

  /** The address of one of the backend's own files. */
  fileUrl(path: string, origin: string): string {
    return `${this.coreUrl(origin)}/storage/${this.config.projectId}/${path}`
  }

  /** Uses the service key. */
  service(origin: string): Client {
    return createClient({ ...this.common(origin), key: this.serviceKey })
  }

  /** Uses a signed-in user's token. Limits count the user's network. */
  async withToken(token: string, visitor: Visitor, origin: string): Promise<Client> {
    return createClient({
      ...this.common(origin),
      key: this.config.publicKey,
      token,
      auth: { roles: ROLES },
      headers: await toVisitorHeader(visitor, this.serviceKey),
    })
  }

  /** Uses the public key, on behalf of a visitor. `anyReplica`: lists may be a moment old. */
  async for(visitor: Visitor, origin: string, { anyReplica = false }: { anyReplica?: boolean } = {}): Promise<Client> {
    return createClient({
      ...this.common(origin),
      key: this.config.publicKey,
      headers: {
        ...(await toVisitorHeader(visitor, this.serviceKey)),
        ...(anyReplica && { [ANY_REPLICA_HEADER]: '1' }),
      },
    })
  }

  /**
   * Fetches a picture: from our storage directly, from any other URL through the SSRF guard. Its type is sniffed from its
   * first bytes.
   *
   * @throws AppError `FILE_NOT_FOUND`, `ADDRESS_REFUSED`; `AI_FAILED`, also if it is not a JPEG, PNG or WebP
   */
  async image(url: string, origin: string, signal?: AbortSignal): Promise<StoredPicture> {
    const core = this.coreUrl(origin)
    const isStored = url.startsWith(`${core}/storage/`)
    // An external backend may store pictures outside /storage/. A setting names its host, so it is trusted.
    const isOwn = isStored || (this.config.core !== null && url.startsWith(`${core}/`))
    const { status, bytes } = isOwn
      ? await this.readOwn(url, isStored, signal)
      : await this.guard.fetch(url, { maxBytes: IMAGE_MAX_BYTES, ...(signal && { signal }) })
    if (status === 404) throw new AppError('FILE_NOT_FOUND')
    const type = status >= 200 && status < 300 ? sniffFileType(bytes)?.type : undefined
    if (type === undefined || !isPicture(type) || bytes.length > IMAGE_MAX_BYTES)
      throw new AppError('AI_FAILED', undefined, { cause: `image answered ${status}, ${bytes.length} bytes` })
    return { bytes, type }
  }

  private readonly send = (url: string, init: RequestInit): Promise<Response> =>
    this.config.core === null ? this.local(new Request(url, init)) : fetch(url, init)

  private common(origin: string) {
    return {
      projectId: this.config.projectId,
      coreUrl: this.coreUrl(origin),
      publicUrl: this.coreUrl(origin),
      fetch: this.send,
    }
  }

  /** Reads one of our own files. The service key lets a hidden picture still be drawn for its maker. */
  private async readOwn(url: string, withKey: boolean, signal?: AbortSignal) {
    const init = {
      headers: withKey ? { authorization: `Bearer ${this.serviceKey}` } : {},
      signal: AbortSignal.any([AbortSignal.timeout(IMAGE_TIMEOUT_MS), ...(signal ? [signal] : [])]),
    }
    try {
      const response = await this.send(url, init)
      return { status: response.status, bytes: new Uint8Array(await response.arrayBuffer()) }
    } catch (cause) {
      throw new AppError('AI_FAILED', undefined, { cause })
    }
  }
}

const isPicture = (type: string): type is PictureType => PICTURES.has(type)
