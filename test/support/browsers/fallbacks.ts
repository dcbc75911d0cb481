/**
 * What is used though an oldest browser lacks it, and what is seen there instead, as of 2026-11. Look a key up in
 * https://developer.mozilla.org (its page ends with the same data) or https://caniuse.com.
 */
export const FALLBACKS: Readonly<Record<string, string>> = {
  'css.at-rules.font-face.size-adjust': 'Faces that stand in for ours keep their own width until ours have come.',
  'css.at-rules.font-face.ascent-override': 'As above: their lines may be a little taller or lower.',
  'css.at-rules.font-face.descent-override': 'As above.',
  'css.at-rules.font-face.line-gap-override': 'As above.',
  'css.properties.accent-color': 'Ticks have the color of the system. Safari lacks the contrast that goes with ours.',
  'css.properties.font-family.ui-sans-serif': 'One of a list of faces, and the next one is taken.',
  'css.properties.forced-color-adjust': 'Said only where colors are forced, which Safari does not do.',
  'css.properties.forced-color-adjust.none': 'As above.',
  'css.properties.overscroll-behavior': 'At the end of a sheet the page behind it may scroll on; it is locked anyway.',
  'css.properties.overscroll-behavior.contain': 'As above.',
  'css.properties.scrollbar-width': 'Tabs that do not fit show a scrollbar.',
  'css.properties.scrollbar-width.none': 'As above.',
  'css.properties.text-wrap': 'Lines of a heading are as long as they fit.',
  'css.properties.text-wrap.balance': 'As above.',
  'api.Document.startViewTransition': 'In React, for a component that nothing here uses; it catches what is thrown.',
  'api.IntersectionObserver.delay': 'No observer: an option of React’s own scheduler.',
  'api.InputEvent.isComposing': 'Of a keyboard event, in Base UI; those have it everywhere.',
  'api.VideoEncoder.isConfigSupported_static':
    'Asked only where there is an encoder; elsewhere the still story is offered.',
  'api.VideoFrame': 'Made only after an encoder said that it takes them; elsewhere the still story is offered.',
  'api.AudioParam.linearRampToValueAtTime': 'Firefox: a ramp begins at the event before it, which is set just before.',
  'api.AudioParam.exponentialRampToValueAtTime': 'As above.',
}
