const WITHOUT_COMMENTS = /\/\*[\s\S]*?\*\/|(?<![:'"`\\])\/\/[^\n]*|<!--[\s\S]*?-->/g

const WAYS = [
  // By its own name, called or passed on; a method of another object with that name does not count.
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
