/** The AI SDK, evaluated lazily with the first call. */
export async function loadSdk() {
  const sdk = await import('ai')
  // Its warnings about models are meant for a terminal; a Worker's log is for failures.
  Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false })
  return sdk
}
