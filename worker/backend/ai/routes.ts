import { type Context, Hono } from 'hono'
import { AppError } from '#shared/client/errors.ts'
import { noticeLines } from '#shared/domain/notices.ts'
import { parseInput, readJson } from '#worker/http/body.ts'
import { BODY_BYTES } from '#worker/http/read-body.ts'
import type { BackendEnv } from '../app-env.ts'
import { makerOf } from '../caller.ts'
import { ofThisProject } from '../project.ts'
import { standingOf } from '../standing.ts'
import { requireSmallLists } from './json-body.ts'
import { ImageRequest, ObjectRequest, SpeechRequest, TextRequest, TranscriptionRequest } from './schema.ts'
import type { AiCaller, Mark } from './service.ts'

/** Nine megabytes of sound as base64, held as text, as it is parsed and as bytes. What is longer is uploaded first. */
const RECORDING_MAX_BYTES = 12 * 1024 * 1024

/** The cost of a call grows with its input, so callers with a quota may send less than the owner. */
const QUOTED_MAX_BYTES = 200_000
const maxBytesOf = ({ buyer }: AiCaller) => (buyer === null ? BODY_BYTES.large : QUOTED_MAX_BYTES)

/** AI at `/api/ai/:projectId`. Pictures are for everybody, within limits; the rest needs a signed-in user. */
export const aiRoutes = new Hono<BackendEnv>()
  .use(ofThisProject)
  .post('/text', async (c) => {
    const caller = signedInOf(c)
    const request = parseInput(TextRequest, await readJson(c, maxBytesOf(caller)))
    return request.stream
      ? lines(await c.var.services.ai.streamText(request, caller))
      : c.json(await c.var.services.ai.text(request, caller))
  })
  .post('/object', async (c) => {
    const caller = signedInOf(c)
    const request = parseInput(ObjectRequest, await readJson(c, maxBytesOf(caller)))
    return request.stream
      ? lines(await c.var.services.ai.streamObject(request, caller))
      : c.json(await c.var.services.ai.object(request, caller))
  })
  .post('/image', async (c) => {
    const { caller, services } = c.var
    const aiCaller = aiCallerOf(c)
    const isRaw = standingOf(caller) === 'raw'
    if (isRaw) await services.budgets.requireLeft('images', caller.visitor.address)
    const request = parseInput(ImageRequest, await readJson(c, BODY_BYTES.small))
    const paths = await services.ai.pathsOf(request, {
      origin: aiCaller.origin,
      photosOnly: isRaw,
      photoNeeded: isRaw && caller.role === 'public',
      person: aiCaller.person,
      isOwn: (path) => services.ownFiles.isOwn(path, caller.userId),
    })
    if (isRaw) await services.budgets.spend('images', caller.visitor.address, request.n)
    const drawn = await services.ai.draw(request, paths, aiCaller)
    return c.json({ data: drawn.map(({ url, mark }) => ({ url, ...sayMark(mark) })) })
  })
  .post('/speech', async (c) => {
    const caller = signedInOf(c)
    return c.json(
      await c.var.services.ai.speech(parseInput(SpeechRequest, await readJson(c, BODY_BYTES.small)), caller),
    )
  })
  .post('/transcribe', async (c) => {
    const caller = signedInOf(c)
    const request = parseInput(TranscriptionRequest, await readJson(c, RECORDING_MAX_BYTES, requireSmallLists))
    const answer = await c.var.services.ai.transcription(request, caller)
    // Readers that look for a text take an empty one for none, unless it is wrapped.
    return c.json(answer.text === '' ? { result: answer } : answer)
  })
  .all('/*', () => {
    throw new AppError('NOT_IMPLEMENTED')
  })

/** How our artist has drawn the player, and what is wrong with the photo. Other engines do not say. */
const sayMark = ({ finish, notices }: Mark) => (finish === null ? {} : { finish, notices: noticeLines(notices) })

function aiCallerOf(c: Context<BackendEnv>): AiCaller {
  const { caller } = c.var
  return {
    buyer: standingOf(caller) === 'service' ? null : (caller.userId ?? caller.visitor.id),
    network: caller.visitor.address,
    visitor: standingOf(caller) === 'service' ? null : caller.visitor.id,
    person: caller.userId ?? (caller.visitor.kind === 'visitor' ? caller.visitor.id : null),
    viaEdge: standingOf(caller) === 'edge',
    maker: standingOf(caller) === 'raw' ? makerOf(caller) : null,
    // An idempotency key is taken from our own edge only: another caller could have several calls under way by one key.
    name: standingOf(caller) === 'edge' ? c.req.header('idempotency-key')?.slice(0, 64) : undefined,
    origin: new URL(c.req.url).origin,
    signal: c.req.raw.signal,
  }
}

/** @throws AppError `UNAUTHORIZED` for callers without a user's token or the service key */
function signedInOf(c: Context<BackendEnv>): AiCaller {
  if (c.var.caller.role === 'public') throw new AppError('UNAUTHORIZED')
  return aiCallerOf(c)
}

/** Never held back to be compressed, nor kept. */
const lines = (body: ReadableStream<Uint8Array>) =>
  new Response(body, {
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'content-encoding': 'identity',
      'cache-control': 'no-cache, no-transform',
      'x-vercel-ai-data-stream': 'v1',
    },
  })
