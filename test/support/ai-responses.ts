import type { RecordedRequest } from './ai-stand-ins.ts'

/** Responses of AI services in their own formats, both complete and as server-sent events. */
export const TEXT = 'Touchdown, Zoë 🏈!'
export const OBJECT = { team: 'Bears', score: 21 }
export const PNG = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3)
export const MP3 = Uint8Array.of(0xff, 0xfb, 0x90, 0x44, 1, 2, 3)
/** Two raw samples. */
export const PCM = Uint8Array.of(1, 0, 255, 127)
export const base64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes))

/** Returns server-sent events in chunks of `pieceBytes`, which split words and characters. */
export function events(values: readonly unknown[], { names = false, done = false, pieceBytes = 7 } = {}): Response {
  const text = values
    .map((value) => `${names ? `event: ${(value as { type: string }).type}\n` : ''}data: ${JSON.stringify(value)}\n\n`)
    .join('')
  return streamInPieces(new TextEncoder().encode(text + (done ? 'data: [DONE]\n\n' : '')), pieceBytes)
}

export function streamInPieces(bytes: Uint8Array, pieceBytes: number): Response {
  let at = 0
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at >= bytes.length) return controller.close()
      controller.enqueue(bytes.slice(at, at + pieceBytes))
      at += pieceBytes
    },
  })
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
}

/** The text in three parts. */
const parts = (text: string) => [text.slice(0, 4), text.slice(4, 11), text.slice(11)]

export function chat({ body }: RecordedRequest): Response {
  const text = 'response_format' in body ? JSON.stringify(OBJECT) : TEXT
  const usage = { prompt_tokens: 3, completion_tokens: 5, total_tokens: 8 }
  const about = { id: 'c1', created: 1, model: body['model'] }
  if (body['stream'] !== true)
    return Response.json({
      ...about,
      object: 'chat.completion',
      choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }],
      usage,
    })
  const chunk = (delta: object, finish_reason: string | null = null) => ({
    ...about,
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta, finish_reason }],
  })
  return events(
    [
      ...parts(text).map((content) => chunk({ role: 'assistant', content })),
      chunk({}, 'stop'),
      { ...about, choices: [], usage },
    ],
    { done: true },
  )
}

export function responses({ body }: RecordedRequest): Response {
  const format = (body['text'] as { format?: { type?: string } } | undefined)?.format?.type
  const text = format?.startsWith('json') ? JSON.stringify(OBJECT) : TEXT
  const usage = { input_tokens: 3, output_tokens: 5, total_tokens: 8 }
  const about = { id: 'resp_1', object: 'response', created_at: 1, model: body['model'] }
  const sources = Array.isArray(body['tools'])
    ? [{ type: 'url_citation', url: 'https://scores.example/1', title: 'Scores', start_index: 0, end_index: 4 }]
    : []
  const message = (content: object[]) => ({
    type: 'message',
    id: 'msg_1',
    status: 'completed',
    role: 'assistant',
    content,
  })
  if (body['stream'] !== true)
    return Response.json({
      ...about,
      status: 'completed',
      error: null,
      incomplete_details: null,
      output: [message([{ type: 'output_text', text, annotations: sources }])],
      usage,
    })
  const at = { item_id: 'msg_1', output_index: 0, content_index: 0 }
  return events(
    [
      { type: 'response.created', response: about },
      { type: 'response.output_item.added', output_index: 0, item: message([]) },
      ...parts(text).map((delta) => ({ type: 'response.output_text.delta', ...at, delta })),
      ...sources.map((annotation) => ({ type: 'response.output_text.annotation.added', ...at, annotation })),
      { type: 'response.output_item.done', output_index: 0, item: message([]) },
      { type: 'response.completed', response: { ...about, status: 'completed', usage } },
    ],
    { names: true },
  )
}

export function gemini({ body, path }: RecordedRequest): Response {
  const config = (body['generationConfig'] ?? {}) as { responseModalities?: string[]; responseMimeType?: string }
  const usageMetadata = { promptTokenCount: 3, candidatesTokenCount: 5, totalTokenCount: 8 }
  const completion = (made: object[], finishReason?: string) => ({
    candidates: [{ index: 0, content: { role: 'model', parts: made }, ...(finishReason ? { finishReason } : {}) }],
    usageMetadata,
  })
  if (config.responseModalities?.includes('IMAGE'))
    return Response.json(completion([{ inlineData: { mimeType: 'image/png', data: base64(PNG) } }], 'STOP'))
  if (config.responseModalities?.includes('AUDIO'))
    return Response.json(
      completion([{ inlineData: { mimeType: 'audio/L16;codec=pcm;rate=24000', data: base64(PCM) } }], 'STOP'),
    )
  const text = config.responseMimeType === 'application/json' ? JSON.stringify(OBJECT) : TEXT
  if (!path.includes('streamGenerateContent')) return Response.json(completion([{ text }], 'STOP'))
  return events(parts(text).map((part, i) => completion([{ text: part }], i === 2 ? 'STOP' : undefined)))
}

/** The transcript of a recording. */
export function interactions(): Response {
  const words = ['go', 'long'].map((text, i) => ({
    type: 'word_info',
    text,
    start_offset: `${i * 0.5}s`,
    end_offset: `${i * 0.5 + 0.4}s`,
  }))
  return Response.json({
    id: 'v1_1',
    object: 'interaction',
    status: 'completed',
    steps: [{ type: 'model_output', content: [{ type: 'text', text: 'go long', annotations: words }] }],
    usage: { total_input_tokens: 30, total_output_tokens: 4, total_tokens: 34 },
  })
}

export function messages({ body }: RecordedRequest): Response {
  const isJson = Array.isArray(body['tools']) || 'output_config' in body || 'output_format' in body
  const usesTool = Array.isArray(body['tools'])
  const usage = { input_tokens: 3, output_tokens: 5 }
  const about = { id: 'msg_1', type: 'message', role: 'assistant', model: body['model'], stop_sequence: null }
  const text = isJson ? JSON.stringify(OBJECT) : TEXT
  const block = usesTool ? { type: 'tool_use', id: 't1', name: 'json', input: OBJECT } : { type: 'text', text }
  const stop_reason = usesTool ? 'tool_use' : 'end_turn'
  if (body['stream'] !== true) return Response.json({ ...about, content: [block], stop_reason, usage })
  const empty = usesTool ? { ...block, input: {} } : { type: 'text', text: '' }
  const delta = (part: string) =>
    usesTool ? { type: 'input_json_delta', partial_json: part } : { type: 'text_delta', text: part }
  return events(
    [
      {
        type: 'message_start',
        message: { ...about, content: [], stop_reason: null, usage: { input_tokens: 3, output_tokens: 0 } },
      },
      { type: 'content_block_start', index: 0, content_block: empty },
      ...parts(text).map((part) => ({ type: 'content_block_delta', index: 0, delta: delta(part) })),
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 5 } },
      { type: 'message_stop' },
    ],
    { names: true },
  )
}
