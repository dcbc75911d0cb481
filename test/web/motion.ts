/** Sets the device's motion preference. Tests start with reduced motion, so that nothing needs waiting. */
export function setMotion(wanted: 'reduce' | 'no-preference'): void {
  const { happyDOM } = window as unknown as { happyDOM: { settings: { device: { prefersReducedMotion: string } } } }
  happyDOM.settings.device.prefersReducedMotion = wanted
}
