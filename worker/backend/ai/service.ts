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
import { Media, type Files, type GetFileVisibility, type Made } from './media.ts'
import { ObjectAnswers } from './object.ts'
import { getMaxPhotos, readPhotos } from './photos.ts'
import { paint } from './pictures.ts'
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
import { streamed } from './streamed.ts'
import { TextAnswers, getMaxSteps } from './text.ts'
import type { WebSearch } from './web-search.ts'

/** An image engine: a prompt and photos in, player art out. */
export type Artist = {
  draw(input: { prompt: string; photos: Uint8Array[] }): Promise<{ bytes: Uint8Array; type: string }>
}

/** The metadata of a picture by our artist; another engine's has none. */
export type ArtDetails = { readonly finish: DrawnFinish | null; readonly notices: readonly Notice[] }

/** A picture that was made, by its address. */
export type Drawn = { readonly url: string; readonly mark: ArtDetails }

/** The caller of the AI, and its abort signal. */
export type AiCaller = {
  /** The visitor whose quota is charged; null: the owner of the service, which may also name any model. */
  readonly buyer: string | null
  /** The network that the call comes from. */
  readonly network: string
  /** True when our own edge asks on the visitor's behalf: it has limits of its own. */
  readonly viaEdge: boolean
  /** The visitor as our own files know it, signed in or not; null: the owner of the service. */
  readonly visitor: string | null
  /** The user or visitor id, by sign-in or by cookie; null for others. */
  readonly person: string | null
  /** The caller as its pictures name it, which may save them as cards; null: those of our edge and of the owner. */
  readonly maker: string | null
  /** The caller's idempotency key for this call. */
  readonly name?: string | undefined
  readonly origin: string
  readonly signal: AbortSignal
}

/** Which pictures a caller may have worked on. */
type Bounds = {
  readonly origin: string
  readonly photosOnly: boolean
  readonly photoNeeded: boolean
  /** The visitor whose own pictures may be used as photos; null: none. */
  readonly person: string | null
  /** True if a path is one of the caller's own files. */
  readonly isOwn: (path: string) => boolean
}

export type AiDeps = {
  readonly storage: Files
  readonly getFileVisibility: GetFileVisibility
  /** Reads recordings that lie elsewhere. */
  readonly guard: Pick<Guard, 'fetch'>
  readonly artist: Artist
  /** Reads the mark in a picture. */
  readonly readArtMetadata: (picture: Uint8Array) => ArtDetails
  /** True for a photo that shows exactly one face. Never rejects. */
  readonly showsOneFace: (photo: Uint8Array) => Promise<boolean>
  /** Hashes a photo, so that it is recognized. */
  readonly fingerprint: (photo: Uint8Array) => Promise<string>
  readonly settings: AiSettings
  readonly calls: Calls
  readonly providers: Pick<ProviderDeps, 'run'> & { readonly reach: ReachProvider }
  /** Search for models whose provider has none of its own; null: none. */
  readonly web: WebSearch | null
  readonly clock: Clock
}

/** Text, objects, pictures and speech by the configured providers, or pictures by our own artist. */
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
   * The storage paths of a request's pictures. Nothing is fetched from the network. Of pictures that are no photos a
   * caller may use those that were made for them, and their own files.
   *
   * @throws AppError `VALIDATION_ERROR` naming every address that is not ours, or, with `photosOnly`, not a photo's;
   *   with `photoNeeded` also when there is none, unless our own artist draws
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
      return person !== null && path.startsWith(ART_FOLDER) && (await this.deps.storage.madeFor(path)) === person
    }
    const allowed = await Promise.all(paths.map(mayUse))
    const details = allowed.flatMap((isAllowed, i) =>
      isAllowed ? [] : [{ path: `images.${i}`, message: 'must be the URL of a photo uploaded here' }],
    )
    if (details.length > 0) throw new AppError('VALIDATION_ERROR', undefined, { details })
    return paths.filter((path) => path !== null)
  }

  /**
   * Pictures by the configured engine, each under an address of its own. Our own artist draws once, however many are
   * wanted; it costs nothing and is asked for by name where another engine is configured, never in its place.
   *
   * @param paths where the photos are kept; read once it is paid for, and no more of them than the engine looks at
   * @returns the addresses, with what each picture says of its making; none when no picture was made
   * @throws AppError `FILE_NOT_FOUND` when a photo is not there any more
   */
  async draw(request: ImageRequest, paths: readonly string[], caller: AiCaller): Promise<Drawn[]> {
    const { prompt, n, model } = request
    if (this.isOurArtist(model)) {
      const photos = await readPhotos(this.deps.storage, paths, getMaxPhotos(EMBEDDED))
      const photoHash = await this.clearPhoto(paths, photos, caller)
      const art = await this.deps.artist.draw({ prompt, photos })
      const made = art.bytes.byteLength === 0 ? [] : Array.from({ length: n }, () => art)
      return this.keepMarked(made, caller, photoHash)
    }
    const chosen = this.choose('image', model, caller)
    const work = async (context: AiContext) => {
      const photos = await readPhotos(this.deps.storage, paths, getMaxPhotos(chosen.provider))
      const photoHash = await this.clearPhoto(paths, photos, caller)
      return { made: await paint({ ...request, photos }, context), photoHash }
    }
    const { made, photoHash } = await this.whole(chosen, caller, work, n)
    return this.keepMarked(made, caller, photoHash)
  }

  /** Each step is paid for as a call, all that there may be beforehand. */
  text(request: TextRequest, caller: AiCaller) {
    return this.whole(
      this.choose('text', request.model, caller),
      caller,
      (context) => this.texts.answer(request, context),
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
      this.objects.answer(request, context),
    )
  }

  streamObject(request: ObjectRequest, caller: AiCaller) {
    return this.stream(this.choose('text', request.model, caller), caller, (context) =>
      this.objects.lines(request, context),
    )
  }

  async speech(request: SpeechRequest, caller: AiCaller) {
    const chosen = this.choose('speech', request.model, caller)
    const made = await this.whole(chosen, caller, (context) => speak(request, context))
    const [{ url, type }] = (await this.media.keep([made], 'audio', caller)) as [{ url: string; type: string }]
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

  private async keepMarked(
    made: readonly Made[],
    { origin, person, maker }: AiCaller,
    photoHash: string | null,
  ): Promise<Drawn[]> {
    const savable = maker === null ? null : { maker, photoHash }
    const stored = await this.media.keep(made, 'image', { origin, madeFor: person, savable })
    return stored.map(({ url }, i) => ({ url, mark: this.deps.readArtMetadata(made[i]!.bytes) }))
  }

  /** The fingerprint of the only photo, when a caller may save what is drawn of it and it shows exactly one face. */
  private async clearPhoto(paths: readonly string[], photos: readonly Uint8Array[], { maker }: AiCaller) {
    const [path, ...others] = new Set(paths)
    if (maker === null || path === undefined || others.length > 0 || !this.deps.storage.isPhoto(path)) return null
    return (await this.deps.showsOneFace(photos[0]!)) ? this.deps.fingerprint(photos[0]!) : null
  }

  private choose(task: AiTask, model: string | undefined, { buyer }: AiCaller): Chosen {
    return chooseModel(this.deps.settings, { task, model, isService: buyer === null })
  }

  private async prepareModels(chosen: Chosen, units: number) {
    // Pictures are asked for, waited for and fetched, each by requests of its own.
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
    return this.deps.calls.whole({ chosen, payment: toPayment(caller), signal, units, tally }, (during) =>
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
    return streamed(lines(context), call)
  }
}

const toPayment = ({ buyer, network, viaEdge, name }: AiCaller): Payment => ({
  buyer,
  network,
  isCounted: viaEdge,
  name,
})

const toPayer = ({ buyer, network }: AiCaller): Payer | null => (buyer === null ? null : { person: buyer, network })
