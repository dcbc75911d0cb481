/**
 * Returns true if a nickname may appear in the Hall. The rules are loaded on first use, which keeps the Worker's startup
 * fast.
 */
export async function isAllowedNickname(name: string): Promise<boolean> {
  const { isAllowed } = await import('./nickname-rules.ts')
  return isAllowed(name)
}
