import { MIMEType } from 'whatwg-mimetype'

export type ContentType = { readonly type: string; readonly charset: string | null }

/** Returns a media type in lower case without its parameters, and the charset it declares. */
export function parseContentType(header: string): ContentType {
  const parsed = MIMEType.parse(header)
  if (parsed !== null) return { type: parsed.essence, charset: parsed.parameters.get('charset') ?? null }
  const [type = ''] = header.split(';')
  return { type: type.trim().toLowerCase(), charset: null }
}
