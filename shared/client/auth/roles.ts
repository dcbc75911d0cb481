/** Permissions are `action`, `action.resource` or `*`. */
export type Role = { readonly permissions: readonly string[]; readonly inherit?: readonly string[] }

export type Roles = Readonly<Record<string, Role>>

/**
 * True if `role`, or a role it inherits from, may do `action` on `resource`. Inheritance cycles are ignored.
 *
 * @example isPermitted({ admin: { permissions: ['*'] } }, 'admin', 'remove', 'cards') // true
 */
export function isPermitted(roles: Roles, role: string, action: string, resource?: string): boolean {
  const wanted = resource === undefined ? ['*', action] : ['*', action, `${action}.${resource}`]
  const seen = new Set<string>()

  function allows(name: string): boolean {
    if (seen.has(name) || !Object.hasOwn(roles, name)) return false
    seen.add(name)
    const { permissions = [], inherit = [] } = roles[name]!
    return permissions.some((permission) => wanted.includes(permission)) || inherit.some(allows)
  }
  return allows(role)
}
