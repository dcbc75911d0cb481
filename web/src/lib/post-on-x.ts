/** The address that opens X with a post about a card, ready to be sent. */
export function postOnXUrl({ name, url }: { name: string; url: string }): string {
  const query = new URLSearchParams({ text: `${name}: my fantasy football card`, url })
  return `https://x.com/intent/tweet?${query}`
}
