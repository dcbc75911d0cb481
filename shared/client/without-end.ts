/** Trims a trailing character in linear time. A regex such as `/+$` is quadratic. */
export function trimTrailing(text: string, character: string): string {
  let end = text.length
  while (end > 0 && text[end - 1] === character) end--
  return text.slice(0, end)
}
