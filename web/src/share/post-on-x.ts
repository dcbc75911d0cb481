export type Shared = { text: string; url: string }

/** Returns the URL that opens X with a draft post about a card. */
export function postOnXUrl({ text, url }: Shared): string {
  return `https://x.com/intent/tweet?${new URLSearchParams({ text, url })}`
}

/** Returns the URL that opens WhatsApp with a draft message about a card. */
export function whatsAppUrl({ text, url }: Shared): string {
  return `https://wa.me/?${new URLSearchParams({ text: `${text} ${url}` })}`
}
