import { type Context, Hono } from 'hono'
import { AppError } from '#shared/client/errors.ts'
import { parseInput, readJson } from '#worker/http/body.ts'
import type { BackendEnv } from '../app-env.ts'
import { ofThisProject } from '../project.ts'
import { standingOf } from '../standing.ts'
import { requireSmallLists } from './large-json.ts'
import { ImageRequest, ObjectRequest, SpeechRequest, TextRequest, TranscriptionRequest } from './schema.ts'
import type { Asker } from './service.ts'

/** Nine megabytes of sound as base64, held as text, as it is parsed and as bytes. What is longer is uploaded first. */
const RECORDING_MAX_BYTES = 12 * 1024 * 1024

/** What a call costs grows with what is read, so whoever has a quota has a shorter breath than the owner. */
const QUOTED_MAX_BYTES = 200_000
const WHOLE_MAX_BYTES = 1_000_000
const maxBytesOf = ({ buyer }: Asker) => (buyer === null ? WHOLE_MAX_BYTES : QUOTED_MAX_BYTES)

/** AI at `/api/ai/:projectId`. Pictures are for everybody, within limits; the rest is for who is signed in. */
export const aiRoutes = new Hono<BackendEnv>()
  .use(ofThisProject)
  .post('/text', async (c) => {
    const asker = signedInOf(c)
    const request = parseInput(TextRequest, await readJson(c, maxBytesOf(asker)))
    return request.stream
      ? lines(await c.var.services.ai.streamText(request, asker))
      : c.json(await c.var.services.ai.text(request, asker))
  })
  .post('/object', async (c) => {
    const asker = signedInOf(c)
    const request = parseInput(ObjectRequest, await readJson(c, maxBytesOf(asker)))
    return request.stream
      ? lines(await c.var.services.ai.streamObject(request, asker))
      : c.json(await c.var.services.ai.object(request, asker))
  })
  .post('/image', async (c) => {
    const { caller, services } = c.var
    const asker = askerOf(c)
    const isRaw = standingOf(caller) === 'raw'
    const request = parseInput(ImageRequest, await readJson(c))
    const paths = services.ai.pathsOf(request, {
      origin: asker.origin,
      photosOnly: isRaw,
      photoNeeded: isRaw && caller.role === 'public',
    })
    if (isRaw) await services.budgets.spend('images', caller.visitor.address, request.n)
    const drawn = await services.ai.draw(request, paths, asker)
    return c.json({ data: drawn.map(({ url }) => ({ url })) })
  })
  .post('/speech', async (c) => {
    const asker = signedInOf(c)
    return c.json(
      await c.var.services.ai.speech(parseInput(SpeechRequest, await readJson(c, maxBytesOf(asker))), asker),
    )
  })
  .post('/transcribe', async (c) => {
    const asker = signedInOf(c)
    const request = parseInput(TranscriptionRequest, await readJson(c, RECORDING_MAX_BYTES, requireSmallLists))
    const answer = await c.var.services.ai.transcription(request, asker)
    // Readers that look for a text take an empty one for none, unless it is wrapped.
    return c.json(answer.text === '' ? { result: answer } : answer)
  })
  .all('/*', () => {
    throw new AppError('NOT_IMPLEMENTED')
  })

function askerOf(c: Context<BackendEnv>): Asker {
  const { caller } = c.var
  return {
    buyer: standingOf(caller) === 'service' ? null : (caller.userId ?? caller.visitor.id),
    network: caller.visitor.address,
    visitor: standingOf(caller) === 'service' ? null : caller.visitor.id,
    viaEdge: standingOf(caller) === 'edge',
    // Only our own edge names its calls: anybody else could have several under way by one name.
    name: standingOf(caller) === 'edge' ? c.req.header('idempotency-key')?.slice(0, 64) : undefined,
    origin: new URL(c.req.url).origin,
    signal: c.req.raw.signal,
  }
}

/** @throws AppError `UNAUTHORIZED` for callers without a user's token or the service key */
function signedInOf(c: Context<BackendEnv>): Asker {
  if (c.var.caller.role === 'public') throw new AppError('UNAUTHORIZED')
  return askerOf(c)
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
