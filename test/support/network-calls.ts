const WITHOUT_COMMENTS = /\/\*[\s\S]*?\*\/|(?<![:'"`\\])\/\/[^\n]*|<!--[\s\S]*?-->/g

const WAYS = [
  // By its own name, called or handed on; a method of something else that is called so is that thing's own.
  /(?<![\w$.'"`-])fetch(?![\w$'"`:-])/g,
  /\b(?:globalThis|window|self|top|parent)(?:\?\.|\.|\[['"`])fetch\b/g,
  /\b(?:WebSocket|WebTransport|EventSource|XMLHttpRequest|RTCPeerConnection)\b/g,
  /\bsendBeacon\b/g,
]

/** Patterns of code that reaches for the network by itself. */
export const networkCallsIn = (source: string): string[] => {
  const code = source.replaceAll(WITHOUT_COMMENTS, '')
  return WAYS.flatMap((way) => [...code.matchAll(way)].map(([found]) => found))
}
