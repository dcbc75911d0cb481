import { AppError } from '#shared/client/errors.ts'

const TIMEOUT_MS = 10_000

/** Fetches JSON from a provider, without following redirects and with a timeout. @throws AppError `NETWORK_ERROR` */
export async function fetchJson(url: string, headers: Readonly<Record<string, string>> = {}): Promise<unknown> {
  try {
    const response = await fetch(url, {
      headers: { accept: 'application/json', 'user-agent': 'fantasy-football-cards', ...headers },
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (!response.ok) throw new Error(`the provider responded with status ${response.status}`)
    return await response.json()
  } catch (cause) {
    throw new AppError('NETWORK_ERROR', undefined, { cause })
  }
}

/** Races `work` against a timeout. @throws AppError `AUTH_TIMEOUT` */
export function withTimeout<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout>
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new AppError('AUTH_TIMEOUT')), TIMEOUT_MS)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
