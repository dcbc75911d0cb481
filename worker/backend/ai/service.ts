import { AppError } from '#shared/client/errors.ts'
import type { DrawnFinish } from '#shared/domain/finish.ts'
import type { Notice } from '#shared/domain/notices.ts'
import type { Clock } from '#worker/env.ts'
import type { Guard } from '#worker/http/outbound/guarded-fetch.ts'
import type { AiSettings, AiTask } from '#worker/settings/ai.ts'
import type { Payer } from '../budgets.ts'
import type { AiContext } from './context.ts'
import { watchBilling } from './billing.ts'
import type { Call, Calls, Payment } from './calls.ts'
import { chooseModel, type Chosen } from './choice.ts'
import { Media, type Files, type GetFileVisibility, type GeneratedFile } from './media.ts'
import { ObjectAnswers } from './object.ts'
import { getMaxPhotos, readPhotos } from './photos.ts'
import { generatePictures } from './pictures.ts'
import type { ReachProvider } from './provider-fetch.ts'
import { loadModels, type ProviderDeps } from './providers.ts'
import {
  ART_FOLDER,
  EMBEDDED,
  type ImageRequest,
  type ObjectRequest,
  type SpeechRequest,
  type TextRequest,
  type TranscriptionRequest,
} from './schema.ts'
import { getVoice, readRecording, speak, transcribe } from './sound.ts'
import { streamResponse } from './streamed.ts'
import { TextAnswers, getMaxSteps } from './text.ts'
import type { WebSearch } from './web-search.ts'

/** An image engine that turns a prompt and photos into player art. */
export type Artist = {
  draw(input: { prompt: string; photos: Uint8Array[] }): Promise<{ bytes: Uint8Array; type: string }>
}

/** Metadata in pictures by our own artist. Other engines write none. */
export type ArtDetails = { readonly finish: DrawnFinish | null; readonly notices: readonly Notice[] }

/** A generated picture and its metadata. */
export type Drawn = { readonly url: string; readonly mark: ArtDetails }

/** The caller of an AI request, with its abort signal. */
export type AiCaller = {
  /** The visitor whose quota is charged. Null means the service's owner, who may also request any model. */
  readonly buyer: string | null
  /** The caller's network. */
  readonly network: string
  /** True when our own edge calls on the visitor's behalf. It applies its own rate limits. */
  readonly viaEdge: boolean
  /** The visitor id for access to our own files, signed in or not. Null means the service's owner. */
  readonly visitor: string | null
  /** The user id of a sign-in or the visitor id of a cookie. Null for other callers. */
  readonly person: string | null
  /** The maker recorded in pictures, who may save them as cards. Null for our edge and for the owner. */
  readonly maker: string | null
  /** The caller's idempotency key for this call. */
  readonly name?: string | undefined
  readonly origin: string
  readonly signal: AbortSignal
}

/** The pictures that a caller may use as input. */
type Bounds = {
  readonly origin: string
  readonly photosOnly: boolean
  readonly photoNeeded: boolean
  /** The visitor whose generated pictures may be used as photos. Null means none. */
  readonly person: string | null
  /** Returns true for the caller's own files. */
  readonly isOwn: (path: string) => boolean
}

export type AiDeps = {
  readonly storage: Files
  readonly getFileVisibility: GetFileVisibility
  /** Fetches recordings from other hosts. */
  readonly guard: Pick<Guard, 'fetch'>
  readonly artist: Artist
  /** Reads the metadata in a picture. */
  readonly readArtMetadata: (picture: Uint8Array) => ArtDetails
  /** Returns true for a photo that shows exactly one face. Never rejects. */
  readonly showsOneFace: (photo: Uint8Array) => Promise<boolean>
  /** Hashes a photo so that it can be recognized later. */
  readonly fingerprint: (photo: Uint8Array) => Promise<string>
  readonly settings: AiSettings
  readonly calls: Calls
  readonly providers: Pick<ProviderDeps, 'run'> & { readonly reach: ReachProvider }
  /** Web search for models whose provider has none. Null if not available. */
  readonly web: WebSearch | null
  readonly clock: Clock
}

/** Text, objects, pictures, speech and transcripts from the configured providers, or pictures from our own artist. */
export class AiService {
  private readonly deps: AiDeps
  private readonly media: Media
  private readonly texts: TextAnswers
  private readonly objects: ObjectAnswers

  constructor(deps: AiDeps) {
    this.deps = deps
    this.media = new Media(deps.storage, deps.getFileVisibility)
    this.texts = new TextAnswers({ media: this.media, web: deps.web })
    this.objects = new ObjectAnswers({ clock: deps.clock })
  }

  /**
   * Returns the storage paths of a request's pictures. Nothing is fetched from the network. Besides photos, callers may
   * use pictures that were generated for them and their own files.
   *
   * @throws AppError `VALIDATION_ERROR` naming every URL that is not ours or, with `photosOnly`, not allowed; with
   *   `photoNeeded` also when there is no photo, unless our own artist draws
   */
  async getPaths({ images, model }: Pick<ImageRequest, 'images' | 'model'>, bounds: Bounds): Promise<string[]> {
    const { origin, photosOnly, photoNeeded, person, isOwn } = bounds
    if (photoNeeded && images.length === 0 && !this.isOurArtist(model))
      throw new AppError('VALIDATION_ERROR', undefined, {
        details: [{ path: 'images', message: 'is required without a sign-in: the URL of a photo' }],
      })
    const paths = images.map((url) => this.deps.storage.getPathFromUrl(url, origin))
    const mayUse = async (path: string | null): Promise<boolean> => {
      if (path === null || !photosOnly || this.deps.storage.isPhoto(path) || isOwn(path)) return path !== null
      return person !== null && path.startsWith(ART_FOLDER) && (await this.deps.storage.getMadeFor(path)) === person
    }
    const allowed = await Promise.all(paths.map(mayUse))
    const details = allowed.flatMap((isAllowed, i) =>
      isAllowed ? [] : [{ path: `images.${i}`, message: 'must be the URL of a photo uploaded here' }],
    )
    if (details.length > 0) throw new AppError('VALIDATION_ERROR', undefined, { details })
    return paths.filter((path) => path !== null)
  }

  /**
   * Draws pictures with the configured engine and stores each at its own URL. Our own artist is free and draws once,
   * even if several pictures are requested. When another engine is configured, callers must request the artist
   * explicitly; it is never a fallback.
   *
   * @param paths storage paths of the photos; read after the charge, and only as many as the engine uses
   * @returns the URLs with each picture's metadata; empty when no picture was made
   * @throws AppError `FILE_NOT_FOUND` when a photo no longer exists
   */
  async draw(request: ImageRequest, paths: readonly string[], caller: AiCaller): Promise<Drawn[]> {
    const { prompt, n, model } = request
    if (this.isOurArtist(model)) {
      const photos = await readPhotos(this.deps.storage, paths, getMaxPhotos(EMBEDDED))
      const photoHash = await this.getSavablePhotoHash(paths, photos, caller)
      const art = await this.deps.artist.draw({ prompt, photos })
      const pictures = art.bytes.byteLength === 0 ? [] : Array.from({ length: n }, () => art)
      return this.storePictures(pictures, caller, photoHash)
    }
    const chosen = this.choose('image', model, caller)
    const work = async (context: AiContext) => {
      const photos = await readPhotos(this.deps.storage, paths, getMaxPhotos(chosen.provider))
      const photoHash = await this.getSavablePhotoHash(paths, photos, caller)
      return { pictures: await generatePictures({ ...request, photos }, context), photoHash }
    }
    const { pictures, photoHash } = await this.whole(chosen, caller, work, n)
    return this.storePictures(pictures, caller, photoHash)
  }

  /** Generates text. Each step costs one call, and all possible steps are charged in advance. */
  text(request: TextRequest, caller: AiCaller) {
    return this.whole(
      this.choose('text', request.model, caller),
      caller,
      (context) => this.texts.generate(request, context),
      getMaxSteps(request),
    )
  }

  streamText(request: TextRequest, caller: AiCaller) {
    return this.stream(
      this.choose('text', request.model, caller),
      caller,
      (context) => this.texts.lines(request, context),
      getMaxSteps(request),
    )
  }

  object(request: ObjectRequest, caller: AiCaller) {
    return this.whole(this.choose('text', request.model, caller), caller, (context) =>
      this.objects.generate(request, context),
    )
  }

  streamObject(request: ObjectRequest, caller: AiCaller) {
    return this.stream(this.choose('text', request.model, caller), caller, (context) =>
      this.objects.lines(request, context),
    )
  }

  async speech(request: SpeechRequest, caller: AiCaller) {
    const chosen = this.choose('speech', request.model, caller)
    const speech = await this.whole(chosen, caller, (context) => speak(request, context))
    const [{ url, type }] = (await this.media.store([speech], 'audio', caller)) as [{ url: string; type: string }]
    const format = url.slice(url.lastIndexOf('.') + 1)
    return { url, voice: request.voice ?? getVoice(chosen.provider), format, mimeType: type }
  }

  async transcription(request: TranscriptionRequest, caller: AiCaller) {
    const chosen = this.choose('transcription', request.model, caller)
    return this.whole(chosen, caller, async (context) =>
      transcribe(
        request,
        await readRecording(request, { media: this.media, guard: this.deps.guard }, context),
        context,
      ),
    )
  }

  private isOurArtist(model: string | undefined): boolean {
    return model === EMBEDDED || this.deps.settings.tasks.image.provider === null
  }

  private async storePictures(
    pictures: readonly GeneratedFile[],
    { origin, person, maker }: AiCaller,
    photoHash: string | null,
  ): Promise<Drawn[]> {
    const savable = maker === null ? null : { maker, photoHash }
    const stored = await this.media.store(pictures, 'image', { origin, madeFor: person, savable })
    return stored.map(({ url }, i) => ({ url, mark: this.deps.readArtMetadata(pictures[i]!.bytes) }))
  }

  /** Returns the fingerprint of a request's only photo if the caller may save the drawing and it shows one face. */
  private async getSavablePhotoHash(paths: readonly string[], photos: readonly Uint8Array[], { maker }: AiCaller) {
    const [path, ...others] = new Set(paths)
    if (maker === null || path === undefined || others.length > 0 || !this.deps.storage.isPhoto(path)) return null
    return (await this.deps.showsOneFace(photos[0]!)) ? this.deps.fingerprint(photos[0]!) : null
  }

  private choose(task: AiTask, model: string | undefined, { buyer }: AiCaller): Chosen {
    return chooseModel(this.deps.settings, { task, model, isService: buyer === null })
  }

  private async prepareModels(chosen: Chosen, units: number) {
    // One picture takes several requests: start, poll and download.
    const paid = chosen.task === 'image' ? Number.POSITIVE_INFINITY : units
    const { watched, tally } = watchBilling(
      { fetch: this.deps.providers.reach(chosen.baseUrl), run: this.deps.providers.run },
      paid,
    )
    return { models: await loadModels(chosen, watched), tally }
  }

  private async whole<T>(
    chosen: Chosen,
    caller: AiCaller,
    work: (context: AiContext) => Promise<T>,
    units = 1,
  ): Promise<T> {
    const { models, tally } = await this.prepareModels(chosen, units)
    const { origin, visitor, person, signal } = caller
    return this.deps.calls.runToEnd({ chosen, payment: toPayment(caller), signal, units, tally }, (during) =>
      work({ chosen, models, payer: toPayer(caller), origin, visitor, person, signal: during }),
    )
  }

  private async stream(
    chosen: Chosen,
    caller: AiCaller,
    lines: (context: AiContext & { call: Call }) => AsyncGenerator<string>,
    units = 1,
  ): Promise<ReadableStream<Uint8Array>> {
    const { models, tally } = await this.prepareModels(chosen, units)
    const { origin, visitor, person, signal } = caller
    const call = await this.deps.calls.begin({ chosen, units, payment: toPayment(caller), signal, tally })
    const context = { chosen, models, payer: toPayer(caller), origin, visitor, person, call, signal: call.signal }
    return streamResponse(lines(context), call)
  }
}

const toPayment = ({ buyer, network, viaEdge, name }: AiCaller): Payment => ({
  buyer,
  network,
  isCounted: viaEdge,
  name,
})

const toPayer = ({ buyer, network }: AiCaller): Payer | null => (buyer === null ? null : { person: buyer, network })
