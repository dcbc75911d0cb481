import { MIMEType } from 'whatwg-mimetype'

export type ContentType = { readonly type: string; readonly charset: string | null }

/** A media type in small letters, without its parameters, and the charset it states. */
export function parseContentType(header: string): ContentType {
  const parsed = MIMEType.parse(header)
  if (parsed !== null) return { type: parsed.essence, charset: parsed.parameters.get('charset') ?? null }
  const [type = ''] = header.split(';')
  return { type: type.trim().toLowerCase(), charset: null }
}
