const KNOWN = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike', 'is', 'in'] as const
const DENIED = ['not.eq', 'not.in', 'not.is', 'not.like'] as const

/** Operators of a hostile query, inside and outside the query language. */
export const OPERATORS = [...KNOWN, ...DENIED, 'not', 'or', 'fts', ''] as const
