/**
 * Letters that look like Latin ones: other alphabets, small capitals and upside-down letters, in lower case. Lists only
 * those that the word list lacks. https://www.unicode.org/reports/tr39/#Confusable_Detection
 */
const LOOK_ALIKES: readonly (readonly [letters: string, latin: string])[] = [
  // Cyrillic, by the look of the capitals.
  ['авсԁеғнһіјкӏмоорԛгѕтуѵԝх', 'abcdefhhijklmoopqrstyvwx'],
  // Greek.
  ['αβγεηικνορτυχωϲ', 'abyenikvoptuxwc'],
  // Small capitals.
  ['ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ', 'abcdefghijklmnoprstuvwyz'],
  // Upside-down letters.
  ['ɐɔǝɟƃɥᴉɾʞɯɹʇʌʍʎ', 'acefghijkmrtvwy'],
  // Letters that Unicode does not decompose, and the Turkish dotless i.
  ['ıɪƚłøđħŧꞥꞡꞓƞŋɑɡı', 'iillodhtngcnnagi'],
]

const LATIN = new Map(LOOK_ALIKES.flatMap(([letters, latin]) => [...letters].map((letter, i) => [letter, latin[i]!])))

/** Returns the text in lower case with look-alikes replaced by Latin letters. */
export const readAsLatin = (text: string): string =>
  Array.from(text.toLowerCase(), (letter) => LATIN.get(letter) ?? letter).join('')
