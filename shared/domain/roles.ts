/** Permissions by account role. An admin decides on reports. */
export const ROLES = {
  user: { permissions: [] },
  admin: { permissions: ['decide.reports'], inherit: ['user'] },
} as const

/** The permission that the admin pages require. */
export const ADMIN_MAY = ['decide', 'reports'] as const
