/** As in worker/edge/pages/routes.ts: the one policy that pages allow. */
const POLICY = 'own-files'

type Policy = { createScriptURL(path: string): unknown }
type PolicyFactory = { createPolicy(name: string, rules: { createScriptURL: (path: string) => string }): Policy }

/** The path itself. @throws TypeError for what is not among the build's own files, or no path at all */
function requireOwn(path: string): string {
  const { origin, pathname } = new URL(path, location.origin)
  const isOwn = origin === location.origin && (pathname.startsWith('/assets/') || import.meta.env.DEV)
  if (!isOwn) throw new TypeError('not a script of this site')
  return path
}

let policy: Policy | null = null

/**
 * The address of a script of this site, as browsers take it where pages run no other (Trusted Types,
 * https://www.w3.org/TR/trusted-types/). Where a browser knows no such types it is plain text.
 *
 * @throws TypeError for a script that is not of this site
 */
export function ownScript(path: string): string {
  const { trustedTypes } = window as { trustedTypes?: PolicyFactory }
  if (trustedTypes === undefined) return requireOwn(path)
  policy ??= trustedTypes.createPolicy(POLICY, { createScriptURL: requireOwn })
  return policy.createScriptURL(path) as string
}
