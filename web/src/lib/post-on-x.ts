export type Shared = { name: string; url: string }

const wordsFor = (name: string) => `${name}: my fantasy football card`

/** The address that opens X with a post about a card, ready to be sent. */
export function postOnXUrl({ name, url }: Shared): string {
  return `https://x.com/intent/tweet?${new URLSearchParams({ text: wordsFor(name), url })}`
}

/** The address that opens WhatsApp with a message about a card, to be sent to whom one likes. */
export function whatsAppUrl({ name, url }: Shared): string {
  return `https://wa.me/?${new URLSearchParams({ text: `${wordsFor(name)} ${url}` })}`
}
