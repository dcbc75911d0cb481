/** Loads the AI SDK lazily with the first call. */
export async function loadSdk() {
  const sdk = await import('ai')
  // The SDK's model warnings are meant for a terminal. A Worker's log is for failures.
  Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false })
  return sdk
}
