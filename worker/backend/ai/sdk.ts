/** The library that speaks to providers, evaluated when somebody first asks for an answer. */
export async function loadSdk() {
  const sdk = await import('ai')
  // Its advice about models is for whoever reads a terminal, and a Worker's log is for what went wrong.
  Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false })
  return sdk
}
