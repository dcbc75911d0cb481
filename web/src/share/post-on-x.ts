export type Shared = { text: string; url: string }

/** The address that opens X with a post about a card, ready to be sent. */
export function postOnXUrl({ text, url }: Shared): string {
  return `https://x.com/intent/tweet?${new URLSearchParams({ text, url })}`
}

/** The address that opens WhatsApp with a message about a card, to be sent to whom one likes. */
export function whatsAppUrl({ text, url }: Shared): string {
  return `https://wa.me/?${new URLSearchParams({ text: `${text} ${url}` })}`
}
