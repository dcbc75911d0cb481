/** @example withCount('Buffalo Bills', 2) // 'Buffalo Bills · 2' */
export const withCount = (name: string, count: number | null): string => (count === null ? name : `${name} · ${count}`)
