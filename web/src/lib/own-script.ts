/** The only Trusted Types policy that pages allow, as in worker/edge/pages/routes.ts. */
const POLICY = 'own-files'

type Policy = { createScriptURL(path: string): unknown }
type PolicyFactory = { createPolicy(name: string, rules: { createScriptURL: (path: string) => string }): Policy }

/** Returns the path. @throws TypeError for anything but a path of the build's own files */
function requireOwn(path: string): string {
  const { origin, pathname } = new URL(path, location.origin)
  const isOwn = origin === location.origin && (pathname.startsWith('/assets/') || import.meta.env.DEV)
  if (!isOwn) throw new TypeError('not a script of this site')
  return path
}

let policy: Policy | null = null

/**
 * Returns the URL of one of this site's scripts as a TrustedScriptURL (https://www.w3.org/TR/trusted-types/), or as a
 * string where the browser has no Trusted Types.
 *
 * @throws TypeError for any other script
 */
export function ownScript(path: string): string {
  const { trustedTypes } = window as { trustedTypes?: PolicyFactory }
  if (trustedTypes === undefined) return requireOwn(path)
  policy ??= trustedTypes.createPolicy(POLICY, { createScriptURL: requireOwn })
  return policy.createScriptURL(path) as string
}
