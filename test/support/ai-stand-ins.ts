import { base64, chat, gemini, interactions, messages, MP3, PNG, responses } from './ai-responses.ts'

export { events, MP3, OBJECT, PCM, streamInPieces, PNG, TEXT } from './ai-responses.ts'

/**
 * Fakes of third-party AI services, each on its own host. Tests point the settings here and override responses that
 * differ from the default.
 */
export type RecordedRequest = {
  readonly provider: string
  /** URL of the service, which also serves its generated files. */
  readonly base: string
  readonly method: string
  readonly path: string
  readonly headers: Record<string, string>
  /** The parsed JSON or the form's fields, otherwise null. */
  readonly body: Record<string, unknown>
  readonly signal: AbortSignal | null
}

export type Responder = (request: RecordedRequest) => Response | Promise<Response>

const bytes = (made: Uint8Array<ArrayBuffer>, type: string) => new Response(made, { headers: { 'content-type': type } })

/** Returns a response with tool calls, as an OpenAI-compatible server sends it. */
export const createToolCallResponse = (calls: readonly object[]): Response =>
  Response.json({
    id: 'c',
    created: 1,
    model: 'm',
    choices: [
      { index: 0, message: { role: 'assistant', content: null, tool_calls: calls }, finish_reason: 'tool_calls' },
    ],
  })

/** The default responses of each service. */
export const respondNormally: Responder = (request) => {
  const { provider, base, path, method, body } = request
  if (path.endsWith('/chat/completions')) return chat(request)
  if (path.endsWith('/responses')) return responses(request)
  if (path.endsWith('/messages')) return messages(request)
  if (path.includes('enerateContent')) return gemini(request)
  if (path.endsWith('/interactions')) return interactions()
  if (path.endsWith('/audio/speech')) return bytes(MP3, 'audio/mpeg')
  if (path.endsWith('/audio/transcriptions'))
    return Response.json({ text: 'go long', language: 'english', duration: 1.5 })
  if (path.includes('/images/'))
    return Response.json({
      created: 1,
      data: Array.from({ length: Number(body['n'] ?? 1) }, () => ({ b64_json: base64(PNG) })),
    })
  if (method === 'GET' && path.endsWith('.png')) return bytes(PNG, 'image/png')
  const picture = `${base}/made.png`
  if (provider === 'fal')
    return Response.json({ images: [{ url: picture, width: 8, height: 8, content_type: 'image/png' }] })
  if (provider === 'replicate')
    return Response.json({
      id: 'p1',
      status: 'succeeded',
      output: [picture],
      urls: { get: `${base}/v1/predictions/p1` },
    })
  return Response.json({ error: { message: `nothing at ${path}` } }, { status: 404 })
}

export async function readFields(request: Request): Promise<Record<string, unknown>> {
  const type = request.headers.get('content-type') ?? ''
  if (type.includes('json')) return (await request.json()) as Record<string, unknown>
  if (!type.includes('multipart')) return {}
  const fields: Record<string, unknown> = {}
  for (const [name, value] of await request.formData())
    fields[name] = typeof value === 'string' ? value : new Uint8Array(await (value as Blob).arrayBuffer())
  return fields
}

/** Creates services that record their requests and send the default responses unless a test overrides them. */
export function createStandIns(respond: Responder = respondNormally) {
  const requests: RecordedRequest[] = []
  const fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init)
    const url = new URL(request.url)
    const seen: RecordedRequest = {
      provider: url.hostname.split('.')[0]!,
      base: url.origin,
      method: request.method,
      path: url.pathname,
      headers: Object.fromEntries(request.headers),
      body: await readFields(request),
      signal: init?.signal ?? null,
    }
    requests.push(seen)
    return respond(seen)
  }
  return { requests, fetch: fetch as typeof globalThis.fetch }
}

function everySetting(provider: string, getBase: (name: string) => string): Record<string, string> {
  const all = ['OPENAI', 'GOOGLE', 'ANTHROPIC', 'FAL', 'REPLICATE', 'COMPATIBLE']
  const accounts = all.flatMap((name) => [
    [`AI_${name}_KEY`, `${name.toLowerCase()}-key`],
    [`AI_${name}_BASE_URL`, `${getBase(name.toLowerCase())}${name === 'FAL' ? '' : '/v1'}`],
  ])
  const tasks = ['TEXT', 'IMAGE', 'SPEECH', 'TRANSCRIPTION'].flatMap((task) => [
    [`AI_${task}_PROVIDER`, provider],
    [`AI_${task}_MODEL`, modelFor(provider, task)],
  ])
  return Object.fromEntries([...accounts, ...tasks]) as Record<string, string>
}

const modelFor = (provider: string, task: string) =>
  provider === 'google'
    ? 'gemini-large'
    : provider === 'fal' || provider === 'replicate'
      ? 'studio/paint'
      : `large-${task.toLowerCase()}`

const TASKS: Readonly<Record<string, readonly string[]>> = {
  anthropic: ['TEXT'],
  fal: ['IMAGE'],
  replicate: ['IMAGE'],
}

/** Returns settings that send every task of a provider to its fake. */
export function createSettings(
  provider: string,
  getBase = (name: string) => `https://${name}.stand-in`,
): Record<string, string> {
  const offered = TASKS[provider] ?? ['TEXT', 'IMAGE', 'SPEECH', 'TRANSCRIPTION']
  const isOffered = (name: string) =>
    !/_(PROVIDER|MODEL)$/.test(name) || offered.some((task) => name.startsWith(`AI_${task}_`))
  return Object.fromEntries(Object.entries(everySetting(provider, getBase)).filter(([name]) => isOffered(name)))
}
