const WITHOUT_COMMENTS = /\/\*[\s\S]*?\*\/|(?<![:'"`\\])\/\/[^\n]*|<!--[\s\S]*?-->/g

const WAYS = [
  // Matches `fetch` when called or passed on, but not as a method of another object.
  /(?<![\w$.'"`-])fetch(?![\w$'"`:-])/g,
  /\b(?:globalThis|window|self|top|parent)(?:\?\.|\.|\[['"`])fetch\b/g,
  /\b(?:WebSocket|WebTransport|EventSource|XMLHttpRequest|RTCPeerConnection)\b/g,
  /\bsendBeacon\b/g,
]

/** Finds code that accesses the network directly. */
export const findNetworkCalls = (source: string): string[] => {
  const code = source.replaceAll(WITHOUT_COMMENTS, '')
  return WAYS.flatMap((way) => [...code.matchAll(way)].map(([found]) => found))
}
