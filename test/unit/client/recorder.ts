import { createClient, type ClientOptions } from '#shared/client/index.ts'

export type Recorded = { method: string; url: string; headers: Record<string, string>; body: unknown }

const PROJECT = { projectId: 'p1', coreUrl: 'https://core.example', key: 'public-key' }

/** A client whose requests are recorded instead of sent, and answered with the test's response. */
export function createRecorder(
  result: unknown | ((request: Recorded) => Response) = [],
  options: Partial<ClientOptions> = {},
) {
  const requests: Recorded[] = []
  const client = createClient({
    ...PROJECT,
    ...options,
    fetch: async (url, init) => {
      const body = typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : (init.body ?? null)
      const request = { method: init.method!, url, headers: Object.fromEntries(new Headers(init.headers)), body }
      requests.push(request)
      return typeof result === 'function' ? (result as (request: Recorded) => Response)(request) : Response.json(result)
    },
  })
  return { client, requests }
}

/** Returns the reason of a rejected promise. */
export async function getRejection(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise
  } catch (thrown) {
    return thrown
  }
  throw new Error('nothing was refused')
}
