/** The column that holds a row's owner, in the tables of apps. */
export const OWNER_COLUMN = 'user_id'

/**
 * The backend's own tables. Users never own rows of these, whatever their columns, nor rows of a table with a model.
 */
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
  'file_names',
  'generation_charges',
  'generation_quotas',
  'identities',
  'known_devices',
  'one_time_tokens',
  'open_channels',
  'operation_counts',
  'operator_alerts',
  'outbox',
  'owned_file_totals',
  'owned_files',
  'owned_rows',
  'raw_budgets',
  'redraws',
  'refresh_tokens',
  'scheduled_tasks',
  'sessions',
  'token_buckets',
  'trapped_messages',
  'users',
  'window_counters',
])
