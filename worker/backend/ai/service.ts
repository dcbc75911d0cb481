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
import { createMedia, type Files, type Made, type StandingOf } from './media.ts'
import { createObjects } from './object.ts'
import { photosOf, readPhotos } from './photos.ts'
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
import { recordingOf, speak, transcribe, voiceOf } from './sound.ts'
import { streamed } from './streamed.ts'
import { createText, stepsOf } from './text.ts'
import type { WebSearch } from './web-search.ts'

/** An image engine: a prompt and photos in, player art out. */
export type Artist = {
  draw(input: { prompt: string; photos: Uint8Array[] }): Promise<{ bytes: Uint8Array; type: string }>
}

/** The metadata of a picture by our artist; another engine's has none. */
export type Mark = { readonly finish: DrawnFinish | null; readonly notices: readonly Notice[] }

/** A picture that was made, by its address. */
export type Drawn = { readonly url: string; readonly mark: Mark }

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
  readonly standingOf: StandingOf
  /** Reads recordings that lie elsewhere. */
  readonly guard: Pick<Guard, 'fetch'>
  readonly artist: Artist
  /** Reads the mark in a picture. */
  readonly markOf: (picture: Uint8Array) => Mark
  /** True for a photo that shows exactly one face. Never rejects. */
  readonly showsOneFace: (photo: Uint8Array) => Promise<boolean>
  /** Hashes a photo, so that it is recognized. */
  readonly fingerprint: (photo: Uint8Array) => Promise<string>
  readonly settings: AiSettings
  readonly calls: Calls
  readonly providers: Pick<ProviderDeps, 'run'> & { readonly reach: ReachProvider }
  /** For models whose provider has no search of its own; null: none. */
  readonly web: WebSearch | null
  readonly clock: Clock
}

export type AiService = ReturnType<typeof createAiService>

export function createAiService(deps: AiDeps) {
  const { storage, standingOf, guard, artist, markOf, showsOneFace, fingerprint } = deps
  const { settings, calls, providers, web, clock } = deps
  const media = createMedia(storage, standingOf)
  const text = createText({ media, web })
  const objects = createObjects({ clock })

  const isOurArtist = (model: string | undefined): boolean =>
    model === EMBEDDED || settings.tasks.image.provider === null

  async function keepMarked(
    made: readonly Made[],
    { origin, person, maker }: AiCaller,
    photoHash: string | null,
  ): Promise<Drawn[]> {
    const savable = maker === null ? null : { maker, photoHash }
    const kept = await media.keep(made, 'image', { origin, madeFor: person, savable })
    return kept.map(({ url }, i) => ({ url, mark: markOf(made[i]!.bytes) }))
  }

  /** The fingerprint of the only photo, when a caller may save what is drawn of it and it shows exactly one face. */
  async function clearPhoto(paths: readonly string[], photos: readonly Uint8Array[], { maker }: AiCaller) {
    const [path, ...others] = new Set(paths)
    if (maker === null || path === undefined || others.length > 0 || !storage.isPhoto(path)) return null
    return (await showsOneFace(photos[0]!)) ? fingerprint(photos[0]!) : null
  }

  const choose = (task: AiTask, model: string | undefined, { buyer }: AiCaller): Chosen =>
    chooseModel(settings, { task, model, isService: buyer === null })

  async function modelsOf(chosen: Chosen, units: number) {
    // Pictures are asked for, waited for and fetched, each by requests of its own.
    const paid = chosen.task === 'image' ? Number.POSITIVE_INFINITY : units
    const { watched, tally } = watchBilling({ fetch: providers.reach(chosen.baseUrl), run: providers.run }, paid)
    return { models: await loadModels(chosen, watched), tally }
  }

  async function whole<T>(
    chosen: Chosen,
    caller: AiCaller,
    work: (context: AiContext) => Promise<T>,
    units = 1,
  ): Promise<T> {
    const { models, tally } = await modelsOf(chosen, units)
    const { origin, visitor, person, signal } = caller
    return calls.whole({ chosen, payment: paymentOf(caller), signal, units, tally }, (during) =>
      work({ chosen, models, payer: payerOf(caller), origin, visitor, person, signal: during }),
    )
  }

  async function stream(
    chosen: Chosen,
    caller: AiCaller,
    lines: (context: AiContext & { call: Call }) => AsyncGenerator<string>,
    units = 1,
  ): Promise<ReadableStream<Uint8Array>> {
    const { models, tally } = await modelsOf(chosen, units)
    const { origin, visitor, person, signal } = caller
    const call = await calls.begin({ chosen, units, payment: paymentOf(caller), signal, tally })
    const context = { chosen, models, payer: payerOf(caller), origin, visitor, person, call, signal: call.signal }
    return streamed(lines(context), call)
  }

  return {
    /**
     * Where the pictures of a request are kept. Nothing is fetched from the network. Of pictures that are no photos a
     * caller may use those that were made for them, and their own files.
     *
     * @throws AppError `VALIDATION_ERROR` naming every address that is not ours, or, with `photosOnly`, not a photo's;
     *   with `photoNeeded` also when there is none, unless our own artist draws
     */
    async pathsOf({ images, model }: Pick<ImageRequest, 'images' | 'model'>, bounds: Bounds): Promise<string[]> {
      const { origin, photosOnly, photoNeeded, person, isOwn } = bounds
      if (photoNeeded && images.length === 0 && !isOurArtist(model))
        throw new AppError('VALIDATION_ERROR', undefined, {
          details: [{ path: 'images', message: 'is required of who is not signed in: the address of a photo' }],
        })
      const paths = images.map((url) => storage.pathOfUrl(url, origin))
      const mayUse = async (path: string | null): Promise<boolean> => {
        if (path === null || !photosOnly || storage.isPhoto(path) || isOwn(path)) return path !== null
        return person !== null && path.startsWith(ART_FOLDER) && (await storage.madeFor(path)) === person
      }
      const allowed = await Promise.all(paths.map(mayUse))
      const details = allowed.flatMap((isAllowed, i) =>
        isAllowed ? [] : [{ path: `images.${i}`, message: 'must be the address of a photo uploaded here' }],
      )
      if (details.length > 0) throw new AppError('VALIDATION_ERROR', undefined, { details })
      return paths.filter((path) => path !== null)
    },

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
      if (isOurArtist(model)) {
        const photos = await readPhotos(storage, paths, photosOf(EMBEDDED))
        const photoHash = await clearPhoto(paths, photos, caller)
        const art = await artist.draw({ prompt, photos })
        const made = art.bytes.byteLength === 0 ? [] : Array.from({ length: n }, () => art)
        return keepMarked(made, caller, photoHash)
      }
      const chosen = choose('image', model, caller)
      const work = async (context: AiContext) => {
        const photos = await readPhotos(storage, paths, photosOf(chosen.provider))
        const photoHash = await clearPhoto(paths, photos, caller)
        return { made: await paint({ ...request, photos }, context), photoHash }
      }
      const { made, photoHash } = await whole(chosen, caller, work, n)
      return keepMarked(made, caller, photoHash)
    },

    /** Each step is paid for as a call, all that there may be beforehand. */
    text: (request: TextRequest, caller: AiCaller) =>
      whole(
        choose('text', request.model, caller),
        caller,
        (context) => text.answer(request, context),
        stepsOf(request),
      ),

    streamText: (request: TextRequest, caller: AiCaller) =>
      stream(
        choose('text', request.model, caller),
        caller,
        (context) => text.lines(request, context),
        stepsOf(request),
      ),

    object: (request: ObjectRequest, caller: AiCaller) =>
      whole(choose('text', request.model, caller), caller, (context) => objects.answer(request, context)),

    streamObject: (request: ObjectRequest, caller: AiCaller) =>
      stream(choose('text', request.model, caller), caller, (context) => objects.lines(request, context)),

    async speech(request: SpeechRequest, caller: AiCaller) {
      const chosen = choose('speech', request.model, caller)
      const made = await whole(chosen, caller, (context) => speak(request, context))
      const [{ url, type }] = (await media.keep([made], 'audio', caller)) as [{ url: string; type: string }]
      const format = url.slice(url.lastIndexOf('.') + 1)
      return { url, voice: request.voice ?? voiceOf(chosen.provider), format, mimeType: type }
    },

    async transcription(request: TranscriptionRequest, caller: AiCaller) {
      const chosen = choose('transcription', request.model, caller)
      return whole(chosen, caller, async (context) =>
        transcribe(request, await recordingOf(request, { media, guard }, context), context),
      )
    },
  }
}

const paymentOf = ({ buyer, network, viaEdge, name }: AiCaller): Payment => ({
  buyer,
  network,
  isCounted: viaEdge,
  name,
})

const payerOf = ({ buyer, network }: AiCaller): Payer | null => (buyer === null ? null : { person: buyer, network })
