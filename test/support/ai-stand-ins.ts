import { base64, chat, gemini, interactions, messages, MP3, PNG, responses } from './ai-answers.ts'

export { events, MP3, OBJECT, PCM, pieces, PNG, TEXT } from './ai-answers.ts'

/**
 * Other people's AI services as they answer on the wire, each at a host of its own. Tests point the settings here, and
 * say where an answer differs from the ordinary one.
 */
export type Asked = {
  readonly provider: string
  /** Where the service is: what it has made lies there too. */
  readonly base: string
  readonly method: string
  readonly path: string
  readonly headers: Record<string, string>
  /** JSON as a value, a form as its fields, else null. */
  readonly body: Record<string, unknown>
  readonly signal: AbortSignal | null
}

export type Answering = (asked: Asked) => Response | Promise<Response>

const bytes = (made: Uint8Array<ArrayBuffer>, type: string) => new Response(made, { headers: { 'content-type': type } })

/** An answer by which a model asks for its tools, as a compatible server says it. */
export const askingForTools = (calls: readonly object[]): Response =>
  Response.json({
    id: 'c',
    created: 1,
    model: 'm',
    choices: [
      { index: 0, message: { role: 'assistant', content: null, tool_calls: calls }, finish_reason: 'tool_calls' },
    ],
  })

/** The answers of each service when nothing goes wrong. */
export const ordinary: Answering = (asked) => {
  const { provider, base, path, method, body } = asked
  if (path.endsWith('/chat/completions')) return chat(asked)
  if (path.endsWith('/responses')) return responses(asked)
  if (path.endsWith('/messages')) return messages(asked)
  if (path.includes('enerateContent')) return gemini(asked)
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

export async function fieldsOf(request: Request): Promise<Record<string, unknown>> {
  const type = request.headers.get('content-type') ?? ''
  if (type.includes('json')) return (await request.json()) as Record<string, unknown>
  if (!type.includes('multipart')) return {}
  const fields: Record<string, unknown> = {}
  for (const [name, value] of await request.formData())
    fields[name] = typeof value === 'string' ? value : new Uint8Array(await (value as Blob).arrayBuffer())
  return fields
}

/** Services that note what they are asked, and answer as usual unless a test says otherwise. */
export function createStandIns(answering: Answering = ordinary) {
  const asked: Asked[] = []
  const fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init)
    const url = new URL(request.url)
    const seen: Asked = {
      provider: url.hostname.split('.')[0]!,
      base: url.origin,
      method: request.method,
      path: url.pathname,
      headers: Object.fromEntries(request.headers),
      body: await fieldsOf(request),
      signal: init?.signal ?? null,
    }
    asked.push(seen)
    return answering(seen)
  }
  return { asked, fetch: fetch as typeof globalThis.fetch }
}

function everySetting(provider: string, baseOf: (name: string) => string): Record<string, string> {
  const all = ['OPENAI', 'GOOGLE', 'ANTHROPIC', 'FAL', 'REPLICATE', 'COMPATIBLE']
  const accounts = all.flatMap((name) => [
    [`AI_${name}_KEY`, `${name.toLowerCase()}-key`],
    [`AI_${name}_BASE_URL`, `${baseOf(name.toLowerCase())}${name === 'FAL' ? '' : '/v1'}`],
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

/** Settings that point at the stand-ins: every task that a provider offers is its. */
export function settingsOf(
  provider: string,
  baseOf = (name: string) => `https://${name}.stand-in`,
): Record<string, string> {
  const offered = TASKS[provider] ?? ['TEXT', 'IMAGE', 'SPEECH', 'TRANSCRIPTION']
  const isOffered = (name: string) =>
    !/_(PROVIDER|MODEL)$/.test(name) || offered.some((task) => name.startsWith(`AI_${task}_`))
  return Object.fromEntries(Object.entries(everySetting(provider, baseOf)).filter(([name]) => isOffered(name)))
}
