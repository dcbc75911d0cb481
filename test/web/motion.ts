/** The device's motion setting. Every test begins in stillness, so that nothing has to be waited for. */
export function setMotion(wanted: 'reduce' | 'no-preference'): void {
  const { happyDOM } = window as unknown as { happyDOM: { settings: { device: { prefersReducedMotion: string } } } }
  happyDOM.settings.device.prefersReducedMotion = wanted
}
