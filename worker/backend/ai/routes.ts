import { type Context, Hono } from 'hono'
import type * as z from 'zod/mini'
import { AppError } from '#shared/client/errors.ts'
import { noticeLines } from '#shared/domain/notices.ts'
import { parseInput, readJson } from '#worker/http/body.ts'
import { describeCall, json, ok } from '#worker/http/openapi/describe.ts'
import type { Contract } from '#worker/http/openapi/schemas.ts'
import { jsonBody } from '#worker/http/openapi/validate.ts'
import { BODY_BYTES } from '#worker/http/read-body.ts'
import type { BackendEnv } from '../app-env.ts'
import { getMaker } from '../caller.ts'
import { requireProject } from '../project.ts'
import { getCallerRights } from '../caller-rights.ts'
import { Images, ObjectAnswer, Speech, TextAnswer, Transcript } from './responses.ts'
import { requireSmallLists } from './json-body.ts'
import { ImageRequest, ObjectRequest, SpeechRequest, TextRequest, TranscriptionRequest } from './schema.ts'
import type { AiCaller, ArtDetails } from './service.ts'

/**
 * Nine megabytes of audio as base64. Memory holds the text, the parsed body and the bytes at once. Longer recordings
 * must be uploaded first.
 */
const RECORDING_MAX_BYTES = 12 * 1024 * 1024

/** A call's cost grows with its input, so callers with a quota may send less than the owner. */
const QUOTED_MAX_BYTES = 200_000
const getMaxBytes = ({ buyer }: AiCaller) => (buyer === null ? BODY_BYTES.large : QUOTED_MAX_BYTES)

const CALL = {
  key: ['user', 'service'],
  errors: [401, 403, 404, 408, 410, 422, 429, 502, 503, 504],
} as const

const LINES = {
  'text/plain': {
    schema: {
      type: 'string',
      description:
        'With `stream`, lines of `<code>:<JSON>`: `f` start, `0` text chunk, `2` partial object, `d` end, `3` error',
    },
  },
} as const
/** Describes a call that returns JSON, or a stream of lines. */
const streamed = (name: string, contract: Contract) => ({
  200: { description: 'Success', content: { ...json(name, contract), ...LINES } },
})

/** Reads a prompt. The size limit depends on who pays. */
const readPrompt = async <T>(c: Context<BackendEnv>, schema: z.ZodMiniType<T>): Promise<T> =>
  parseInput(schema, await readJson(c, getMaxBytes(requireSignedIn(c))))

async function readSpeech<T>(c: Context<BackendEnv>, schema: z.ZodMiniType<T>): Promise<T> {
  requireSignedIn(c)
  return parseInput(schema, await readJson(c, BODY_BYTES.small))
}

async function readRecording<T>(c: Context<BackendEnv>, schema: z.ZodMiniType<T>): Promise<T> {
  requireSignedIn(c)
  return parseInput(schema, await readJson(c, RECORDING_MAX_BYTES, requireSmallLists))
}

async function readPictures<T>(c: Context<BackendEnv>, schema: z.ZodMiniType<T>): Promise<T> {
  const { caller, services } = c.var
  if (getCallerRights(caller) === 'raw') await services.budgets.requireLeft('images', caller.visitor.address)
  return parseInput(schema, await readJson(c, BODY_BYTES.small))
}

/** AI at `/api/ai/:project`. Anyone may generate pictures within limits. Everything else needs a signed-in user. */
export const aiRoutes = new Hono<BackendEnv>()
  .use(requireProject)
  .post(
    '/text',
    describeCall('Generates text', { ...CALL, responses: streamed('TextAnswer', TextAnswer) }),
    jsonBody('TextRequest', TextRequest, readPrompt),
    async (c) => {
      const request = c.req.valid('json')
      return request.stream
        ? lines(await c.var.services.ai.streamText(request, requireSignedIn(c)))
        : c.json(await c.var.services.ai.text(request, requireSignedIn(c)))
    },
  )
  .post(
    '/object',
    describeCall('Generates an object by a JSON Schema, a list of objects, or one of several labels', {
      ...CALL,
      responses: streamed('ObjectAnswer', ObjectAnswer),
    }),
    jsonBody('ObjectRequest', ObjectRequest, readPrompt),
    async (c) => {
      const request = c.req.valid('json')
      return request.stream
        ? lines(await c.var.services.ai.streamObject(request, requireSignedIn(c)))
        : c.json(await c.var.services.ai.object(request, requireSignedIn(c)))
    },
  )
  .post(
    '/image',
    describeCall('Generates images from text, or from uploaded photos', {
      ...CALL,
      key: ['anyone', 'public', ...CALL.key],
      responses: ok('Images', Images),
    }),
    jsonBody('ImageRequest', ImageRequest, readPictures),
    async (c) => {
      const { caller, services } = c.var
      const request = c.req.valid('json')
      const aiCaller = getAiCaller(c)
      const isRaw = getCallerRights(caller) === 'raw'
      const paths = await services.ai.getPaths(request, {
        origin: aiCaller.origin,
        photosOnly: isRaw,
        photoNeeded: isRaw && caller.role === 'public',
        person: aiCaller.person,
        isOwn: (path) => services.ownFiles.isOwn(path, caller.userId),
      })
      if (isRaw) await services.budgets.spend('images', caller.visitor.address, request.n)
      const drawn = await services.ai.draw(request, paths, aiCaller)
      return c.json({ data: drawn.map(({ url, mark }) => ({ url, ...toArtFields(mark) })) })
    },
  )
  .post(
    '/speech',
    describeCall('Converts text to speech', { ...CALL, responses: ok('Speech', Speech) }),
    jsonBody('SpeechRequest', SpeechRequest, readSpeech),
    async (c) => c.json(await c.var.services.ai.speech(c.req.valid('json'), requireSignedIn(c))),
  )
  .post(
    '/transcribe',
    describeCall('Transcribes a recording', {
      about: 'Silence returns an empty text in `result`.',
      ...CALL,
      responses: ok('Transcript', Transcript),
    }),
    jsonBody('TranscriptionRequest', TranscriptionRequest, readRecording),
    async (c) => {
      const transcript = await c.var.services.ai.transcription(c.req.valid('json'), requireSignedIn(c))
      return c.json(transcript.text === '' ? { result: transcript } : transcript)
    },
  )
  .all('/*', () => {
    throw new AppError('NOT_IMPLEMENTED')
  })

/** Returns the drawing's finish and photo notices. Only our own artist reports them. */
const toArtFields = ({ finish, notices }: ArtDetails) =>
  finish === null ? {} : { finish, notices: noticeLines(notices) }

function getAiCaller(c: Context<BackendEnv>): AiCaller {
  const { caller } = c.var
  return {
    buyer: getCallerRights(caller) === 'service' ? null : (caller.userId ?? caller.visitor.id),
    network: caller.visitor.address,
    visitor: getCallerRights(caller) === 'service' ? null : caller.visitor.id,
    person: caller.userId ?? (caller.visitor.kind === 'visitor' ? caller.visitor.id : null),
    viaEdge: getCallerRights(caller) === 'edge',
    maker: getCallerRights(caller) === 'raw' ? getMaker(caller) : null,
    // Only our own edge may send an idempotency key. Other callers could use one key to run several calls at once.
    name: getCallerRights(caller) === 'edge' ? c.req.header('idempotency-key')?.slice(0, 64) : undefined,
    origin: new URL(c.req.url).origin,
    signal: c.req.raw.signal,
  }
}

/** Requires a user's token or the service key. @throws AppError `UNAUTHORIZED` */
function requireSignedIn(c: Context<BackendEnv>): AiCaller {
  if (c.var.caller.role === 'public') throw new AppError('UNAUTHORIZED')
  return getAiCaller(c)
}

/** Streams lines. The headers prevent compression, which would buffer the stream, and caching. */
const lines = (body: ReadableStream<Uint8Array>) =>
  new Response(body, {
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'content-encoding': 'identity',
      'cache-control': 'no-cache, no-transform',
      'x-vercel-ai-data-stream': 'v1',
    },
  })
