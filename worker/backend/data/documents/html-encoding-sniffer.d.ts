/** The package ships no types. */
declare module 'html-encoding-sniffer' {
  /** @returns the encoding in which browsers would read these bytes */
  export default function sniffHtmlEncoding(
    bytes: Uint8Array,
    options?: {
      readonly xml?: boolean
      readonly transportLayerEncodingLabel?: string
      readonly defaultEncoding?: string
    },
  ): string
}
