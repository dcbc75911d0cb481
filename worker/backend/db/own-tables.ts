/** The column that says whose a row is, in the tables of apps. */
export const OWNER_COLUMN = 'user_id'

/** The backend's own tables. Users never own rows of them, whatever columns they have; nor of a table with a model. */
export const BACKEND_TABLES: ReadonlySet<string> = new Set([
  'admin_tokens',
  'ai_leases',
  'ai_spending',
  'analytics_days',
  'analytics_seen',
  'attempts',
  'contact_gate',
  'contact_submissions',
  'd1_migrations',
  'erasures',
  'generation_charges',
  'generation_quotas',
  'identities',
  'known_devices',
  'one_time_tokens',
  'outbox',
  'owned_file_totals',
  'owned_files',
  'owned_rows',
  'raw_budgets',
  'redraws',
  'refresh_tokens',
  'sessions',
  'token_buckets',
  'users',
  'window_counters',
])
