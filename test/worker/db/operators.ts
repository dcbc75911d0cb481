const KNOWN = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike', 'is', 'in'] as const
const DENIED = ['not.eq', 'not.in', 'not.is', 'not.like'] as const

/** What a hostile query may test a column by: what is spoken here, and what is not. */
export const OPERATORS = [...KNOWN, ...DENIED, 'not', 'or', 'fts', ''] as const
