/** How long a call that hangs is waited for here, in the place of the minutes that a caller may allow it. */
const PATIENCE_MS = 50

/** Half of a body, and then the connection is gone. An answer without a body stays what it is. */
export function cutShort(answer: unknown): unknown {
  if (answer instanceof Response) return halved(answer)
  if (typeof answer !== 'object' || answer === null || !('body' in answer)) return answer
  const whole = new Response((answer as R2ObjectBody).body)
  const { body } = halved(whole)
  const read = () => new Response(body)
  const bodies: Record<string, unknown> = {
    body,
    arrayBuffer: () => read().arrayBuffer(),
    bytes: () => read().bytes(),
    text: () => read().text(),
    json: () => read().json(),
    blob: () => read().blob(),
  }
  return new Proxy(answer, {
    get(target, property) {
      if (typeof property === 'string' && Object.hasOwn(bodies, property)) return bodies[property]
      return memberOf(target, property)
    },
  })
}

function halved(answer: Response): Response {
  if (answer.body === null) return answer
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      const bytes = await answer.bytes()
      if (bytes.length > 1) controller.enqueue(bytes.subarray(0, bytes.length >> 1))
      controller.error(new Error('Network connection lost.'))
    },
  })
  return new Response(body, answer)
}

/** An object of R2 without its body, as when a condition did not hold. */
export function withoutBody(answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null || !('body' in answer)) return answer
  return new Proxy(answer, {
    has: (target, property) => property !== 'body' && Reflect.has(target, property),
    get: (target, property) => (property === 'body' ? undefined : memberOf(target, property)),
  })
}

/** A member of an object of the platform, whose methods run on the object itself. */
function memberOf(target: object, property: string | symbol): unknown {
  const value = Reflect.get(target, property) as unknown
  return typeof value === 'function' ? (value as (...args: unknown[]) => unknown).bind(target) : value
}

/** Leads back to where it was asked. One that follows by itself is told by the platform when it is enough. */
export const loopingTo = (address: string): Response =>
  new Response(null, { status: 302, headers: { location: address } })

/** No answer, until the caller gives up. */
export const neverAnswered = (signal: AbortSignal | null): Promise<never> =>
  new Promise((_, reject) => {
    const giveUp = () => reject(new DOMException('The operation was aborted due to timeout', 'TimeoutError'))
    signal?.addEventListener('abort', giveUp)
    setTimeout(giveUp, PATIENCE_MS)
  })
