/**
 * Gives the memory behind bytes back at once instead of when garbage is collected. A photo's buffers are most of what
 * a Worker may have, and the collector counts them only now and then. Every view of them is empty from here on.
 */
export function letGo({ buffer }: ArrayBufferView): void {
  if (buffer instanceof ArrayBuffer && !buffer.detached) buffer.transfer(0)
}
