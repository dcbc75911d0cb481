/** Permissions of accounts beside everybody's: an admin decides on reports. */
export const ROLES = {
  user: { permissions: [] },
  admin: { permissions: ['decide.reports'], inherit: ['user'] },
} as const

/** The one thing that the admin pages are for. */
export const ADMIN_MAY = ['decide', 'reports'] as const
