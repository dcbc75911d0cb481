/**
 * Releases a buffer's memory at once instead of at the next garbage collection. A photo's buffers take most of a Worker's
 * memory, and the collector accounts for them late. Every view of the buffer becomes empty.
 */
export function releaseBuffer({ buffer }: ArrayBufferView): void {
  if (buffer instanceof ArrayBuffer && !buffer.detached) buffer.transfer(0)
}
