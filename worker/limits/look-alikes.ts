/**
 * Letters of other alphabets, small capitals and turned letters that are read as Latin ones, in lower case. The word list
 * knows some of them; these it does not. https://www.unicode.org/reports/tr39/#Confusable_Detection
 */
const LOOK_ALIKES: readonly (readonly [letters: string, latin: string])[] = [
  // Cyrillic, as its capitals look.
  ['авсԁеғнһіјкӏмоорԛгѕтуѵԝх', 'abcdefhhijklmoopqrstyvwx'],
  // Greek.
  ['αβγεηικνορτυχωϲ', 'abyenikvoptuxwc'],
  // Small capitals.
  ['ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ', 'abcdefghijklmnoprstuvwyz'],
  // Turned upside down.
  ['ɐɔǝɟƃɥᴉɾʞɯɹʇʌʍʎ', 'acefghijkmrtvwy'],
  // Letters that Unicode does not take apart, and the dotless i of Turkish.
  ['ıɪƚłøđħŧꞥꞡꞓƞŋɑɡı', 'iillodhtngcnnagi'],
]

const LATIN = new Map(LOOK_ALIKES.flatMap(([letters, latin]) => [...letters].map((letter, i) => [letter, latin[i]!])))

/** A text in lower case, its look-alikes read as Latin letters. */
export const readAsLatin = (text: string): string =>
  Array.from(text.toLowerCase(), (letter) => LATIN.get(letter) ?? letter).join('')
