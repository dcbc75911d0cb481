const LAST_WORD = /\ndata: ?\[DONE\]\s*$/
/** Longer than the last word with what may stand around it. */
const TAIL_CHARACTERS = 64

/**
 * A stream of events that notices whether it came to its end: a model's last word is `data: [DONE]`, and whatever ends
 * without it was cut. Text within JSON cannot look like it, because a line break is written as `\n` there.
 *
 * @param signal stops the reading
 */
export function watchEnding(events: ReadableStream<Uint8Array>, signal: AbortSignal | undefined) {
  const decoder = new TextDecoder()
  let tail = '\n'
  const watched = events.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        tail = (tail + decoder.decode(chunk, { stream: true })).slice(-TAIL_CHARACTERS)
        controller.enqueue(chunk)
      },
    }),
    signal === undefined ? {} : { signal },
  )
  return { watched, isWhole: () => LAST_WORD.test(tail.replaceAll('\r', '')) }
}
