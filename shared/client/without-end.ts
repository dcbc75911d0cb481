/** A text without the signs at its end. A pattern such as `/+$` would look again from each of them. */
export function withoutEnd(text: string, sign: string): string {
  let end = text.length
  while (end > 0 && text[end - 1] === sign) end--
  return text.slice(0, end)
}
