import type { Context } from 'hono'
import type * as z from 'zod/mini'
import { AppError } from '#shared/client/errors.ts'
import { getBearer } from '#worker/http/bearer.ts'
import { parseInput, readJson } from '#worker/http/body.ts'
import { jsonBody } from '#worker/http/openapi/validate.ts'
import { isAnySecret } from '#worker/http/signature.ts'
import type { BackendEnv } from '../app-env.ts'

const BODY_MAX_BYTES = 16_384

/** @throws AppError `VALIDATION_ERROR`, `INVALID_JSON`; `NOT_FOUND` when the body names another project */
async function readBody<T>(c: Context<BackendEnv>, schema: z.ZodMiniType<T>): Promise<T> {
  const body = parseInput(schema, await readJson(c, BODY_MAX_BYTES))
  const project = (body as { projectId?: unknown }).projectId
  if (project !== undefined && project !== c.var.services.config.projectId) throw new AppError('NOT_FOUND')
  return body
}

/** Validates and describes a JSON body of this project. */
export const body = <T>(name: string, schema: z.ZodMiniType<T>) => jsonBody(name, schema, readBody)

/** Like {@link body}, for the service key only. The key is checked before the body is read. */
export const serviceBody = <T>(name: string, schema: z.ZodMiniType<T>) =>
  jsonBody(name, schema, (c: Context<BackendEnv>, contract) => {
    requireServiceKey(c)
    return readBody(c, contract)
  })

/** Returns the bearer of a request, or null if it is a key. Keys identify a project or service, never a user. */
export function getUserToken(c: Context<BackendEnv>): string | null {
  const token = getBearer(c.req.raw.headers)
  const { publicKey, accepted } = c.var.services.config
  return token === null || token === publicKey || isAnySecret(token, accepted.serviceKeys) ? null : token
}

/** True if the bearer or the `apikey` header is the service key. */
export function isServiceKey(c: Context<BackendEnv>): boolean {
  const keys = [getBearer(c.req.raw.headers), c.req.header('apikey')]
  const { serviceKeys } = c.var.services.config.accepted
  return keys.some((key) => typeof key === 'string' && isAnySecret(key, serviceKeys))
}

/**
 * @throws AppError `UNAUTHORIZED` without the service key; `FORBIDDEN` for a user, because a new token would not help
 */
function requireServiceKey(c: Context<BackendEnv>): void {
  if (!isServiceKey(c)) throw new AppError(getUserToken(c) === null ? 'UNAUTHORIZED' : 'FORBIDDEN')
}
