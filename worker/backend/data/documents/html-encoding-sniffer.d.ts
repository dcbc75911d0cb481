/** The package brings no types. */
declare module 'html-encoding-sniffer' {
  /** @returns the name of the encoding that browsers would read these bytes in */
  export default function sniffHtmlEncoding(
    bytes: Uint8Array,
    options?: {
      readonly xml?: boolean
      readonly transportLayerEncodingLabel?: string
      readonly defaultEncoding?: string
    },
  ): string
}
