/** What is made objects of by parsers, some hundred bytes to a kilobyte each, while text stays what it is. */
export type Markup = { readonly elements: number; readonly attributes: number }

const [LESS, EQUALS, SLASH] = [0x3c, 0x3d, 0x2f]

/**
 * At least as many as there are elements and attributes in these bytes of XML, in UTF-8 as in UTF-16: an end that is
 * cut off its beginning counts as an element, and signs in texts count as well.
 */
export function countMarkup(bytes: Uint8Array): Markup {
  let [elements, attributes] = [0, 0]
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === EQUALS) attributes++
    else if (byte === LESS && bytes[at + 1] !== SLASH) elements++
  }
  return { elements, attributes }
}
