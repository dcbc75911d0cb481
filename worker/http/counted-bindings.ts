import { type Intercept, intercepted, interceptedDatabase } from './intercepted-bindings.ts'
import { countSubrequest } from './request-scope.ts'

/** The methods of each binding that leave the isolate. */
export const BINDING_CALLS = {
  ASSETS: ['fetch'],
  FILES: ['head', 'get', 'put', 'delete', 'list', 'createMultipartUpload'],
  GATE: ['get', 'getWithMetadata', 'put', 'delete', 'list'],
  // Each stub that is asked for is called once; the stub itself cannot be wrapped, every name on it is a method.
  JOBS: ['get'],
  CHANNELS: ['get'],
  GATEWAYS: ['get'],
  AI: ['run'],
  BROWSER: ['fetch'],
  MAIL: ['send'],
} as const satisfies Readonly<Record<string, readonly string[]>>

const count: Intercept = (_, act) => {
  countSubrequest()
  return act()
}

/**
 * The same bindings, each call of which is counted for the request it is made for ({@link countSubrequest}). Parts of a
 * multipart upload count as one call with it; a batch of statements is one.
 */
export function countedBindings<T extends { readonly DB: D1Database }>(env: T): T {
  const counted: Record<string, unknown> = { ...env, DB: interceptedDatabase(env.DB, count) }
  for (const [name, methods] of Object.entries(BINDING_CALLS)) {
    const binding = counted[name]
    if (typeof binding === 'object' && binding !== null) counted[name] = intercepted(binding, name, methods, count)
  }
  return counted as T
}
