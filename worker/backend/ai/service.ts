import { AppError } from '#shared/client/errors.ts'
import type { Clock } from '#worker/env.ts'
import type { Guard } from '#worker/http/outbound/guarded-fetch.ts'
import type { AiSettings, AiTask } from '#worker/settings/ai.ts'
import type { Asking } from './asking.ts'
import { watchBilling } from './billing.ts'
import type { Call, Calls, Payment } from './calls.ts'
import { chooseModel, type Chosen } from './choice.ts'
import { createMedia, type Files, type StandingOf } from './media.ts'
import { createObjects } from './object.ts'
import { photosOf, readPhotos } from './photos.ts'
import { paint } from './pictures.ts'
import type { ReachProvider } from './provider-fetch.ts'
import { loadModels, type ProviderDeps } from './providers.ts'
import {
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
import type { Payer, WebSearch } from './web-search.ts'

/** An image engine: a prompt and photos in, player art out. */
export type Artist = {
  draw(input: { prompt: string; photos: Uint8Array[] }): Promise<{ bytes: Uint8Array; type: string }>
}

/** Who asks, and how it is noticed that nobody waits any more. */
export type Asker = {
  /** Whose quota is spent; null: the owner of the service, who may also have any model. */
  readonly buyer: string | null
  /** Where he asks from. */
  readonly network: string
  /** True when our own edge asks on his behalf, which has limits of its own. */
  readonly viaEdge: boolean
  /** Who he is to our own files, signed in or not; null: the owner of the service. */
  readonly visitor: string | null
  /** What the asker calls this one call, however often he has to ask. */
  readonly name?: string | undefined
  readonly origin: string
  readonly signal: AbortSignal
}

/** Which pictures a caller may have worked on. */
type Bounds = { readonly origin: string; readonly photosOnly: boolean; readonly photoNeeded: boolean }

export type AiDeps = {
  readonly storage: Files
  readonly standingOf: StandingOf
  /** Reads recordings that lie elsewhere. */
  readonly guard: Pick<Guard, 'fetch'>
  readonly artist: Artist
  readonly settings: AiSettings
  readonly calls: Calls
  readonly providers: Pick<ProviderDeps, 'run'> & { readonly reach: ReachProvider }
  /** For models whose provider has no search of its own; null: none. */
  readonly web: WebSearch | null
  readonly clock: Clock
}

export type AiService = ReturnType<typeof createAiService>

export function createAiService(deps: AiDeps) {
  const { storage, standingOf, guard, artist, settings, calls, providers, web, clock } = deps
  const media = createMedia(storage, standingOf)
  const text = createText({ media, web })
  const objects = createObjects({ clock })

  const isOurArtist = (model: string | undefined): boolean =>
    model === EMBEDDED || settings.tasks.image.provider === null

  const choose = (task: AiTask, model: string | undefined, { buyer }: Asker): Chosen =>
    chooseModel(settings, { task, model, isService: buyer === null })

  async function modelsOf(chosen: Chosen, units: number) {
    // Pictures are asked for, waited for and fetched, each by requests of its own.
    const paid = chosen.task === 'image' ? Number.POSITIVE_INFINITY : units
    const { watched, tally } = watchBilling({ fetch: providers.reach(chosen.baseUrl), run: providers.run }, paid)
    return { models: await loadModels(chosen, watched), tally }
  }

  async function whole<T>(chosen: Chosen, asker: Asker, work: (asking: Asking) => Promise<T>, units = 1): Promise<T> {
    const { models, tally } = await modelsOf(chosen, units)
    const { origin, visitor, signal } = asker
    return calls.whole({ chosen, payment: paymentOf(asker), signal, units, tally }, (during) =>
      work({ chosen, models, payer: payerOf(asker), origin, visitor, signal: during }),
    )
  }

  async function stream(
    chosen: Chosen,
    asker: Asker,
    lines: (asking: Asking & { call: Call }) => AsyncGenerator<string>,
    units = 1,
  ): Promise<ReadableStream<Uint8Array>> {
    const { models, tally } = await modelsOf(chosen, units)
    const { origin, visitor, signal } = asker
    const call = await calls.begin({ chosen, units, payment: paymentOf(asker), signal, tally })
    const asking = { chosen, models, payer: payerOf(asker), origin, visitor, call, signal: call.signal }
    return streamed(lines(asking), call)
  }

  return {
    /**
     * Where the pictures of a request are kept. Nothing is fetched from the network.
     *
     * @throws AppError `VALIDATION_ERROR` naming every address that is not ours, or, with `photosOnly`, not a photo's;
     *   with `photoNeeded` also when there is none, unless our own artist draws
     */
    pathsOf({ images, model }: Pick<ImageRequest, 'images' | 'model'>, { origin, photosOnly, photoNeeded }: Bounds) {
      if (photoNeeded && images.length === 0 && !isOurArtist(model))
        throw new AppError('VALIDATION_ERROR', undefined, {
          details: [{ path: 'images', message: 'is required of who is not signed in: the address of a photo' }],
        })
      const paths = images.map((url) => storage.pathOfUrl(url, origin))
      const details = paths.flatMap((path, i) =>
        path !== null && (!photosOnly || storage.isPhoto(path))
          ? []
          : [{ path: `images.${i}`, message: 'must be the address of a photo uploaded here' }],
      )
      if (details.length > 0) throw new AppError('VALIDATION_ERROR', undefined, { details })
      return paths.filter((path) => path !== null)
    },

    /**
     * Pictures by the configured engine, each under an address of its own. Our own artist draws once, however many are
     * wanted; it costs nothing and is asked for by name where another engine is configured, never in its place.
     *
     * @param paths where the photos are kept; read once it is paid for, and no more of them than the engine looks at
     * @returns the addresses; none when no picture was made
     * @throws AppError `FILE_NOT_FOUND` when a photo is not there any more
     */
    async draw(request: ImageRequest, paths: readonly string[], asker: Asker): Promise<{ url: string }[]> {
      const { prompt, n, model } = request
      if (isOurArtist(model)) {
        const art = await artist.draw({ prompt, photos: await readPhotos(storage, paths, photosOf(EMBEDDED)) })
        const made = art.bytes.byteLength === 0 ? [] : Array.from({ length: n }, () => art)
        return media.keep(made, 'image', asker.origin)
      }
      const chosen = choose('image', model, asker)
      const work = async (asking: Asking) =>
        paint({ ...request, photos: await readPhotos(storage, paths, photosOf(chosen.provider)) }, asking)
      const made = await whole(chosen, asker, work, n)
      return media.keep(made, 'image', asker.origin)
    },

    /** Each step is paid for as a call, all that there may be beforehand. */
    text: (request: TextRequest, asker: Asker) =>
      whole(choose('text', request.model, asker), asker, (asking) => text.answer(request, asking), stepsOf(request)),

    streamText: (request: TextRequest, asker: Asker) =>
      stream(choose('text', request.model, asker), asker, (asking) => text.lines(request, asking), stepsOf(request)),

    object: (request: ObjectRequest, asker: Asker) =>
      whole(choose('text', request.model, asker), asker, (asking) => objects.answer(request, asking)),

    streamObject: (request: ObjectRequest, asker: Asker) =>
      stream(choose('text', request.model, asker), asker, (asking) => objects.lines(request, asking)),

    async speech(request: SpeechRequest, asker: Asker) {
      const chosen = choose('speech', request.model, asker)
      const made = await whole(chosen, asker, (asking) => speak(request, asking))
      const [{ url, type }] = (await media.keep([made], 'audio', asker.origin)) as [{ url: string; type: string }]
      const format = url.slice(url.lastIndexOf('.') + 1)
      return { url, voice: request.voice ?? voiceOf(chosen.provider), format, mimeType: type }
    },

    async transcription(request: TranscriptionRequest, asker: Asker) {
      const chosen = choose('transcription', request.model, asker)
      return whole(chosen, asker, async (asking) =>
        transcribe(request, await recordingOf(request, { media, guard }, asking), asking),
      )
    },
  }
}

const paymentOf = ({ buyer, network, viaEdge, name }: Asker): Payment => ({ buyer, network, isCounted: viaEdge, name })

const payerOf = ({ buyer, network }: Asker): Payer | null => (buyer === null ? null : { person: buyer, network })
