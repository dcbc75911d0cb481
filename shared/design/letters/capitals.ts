/** Letters of Turkish and Azerbaijani alone; Ş stands in them beside Ç, Ö and Ü, and in Romanian and Kurdish beside others. */
const TURKISH = /[ğĞıİəƏ]|^(?!.*[ăâîțţêûĂÂÎȚŢÊÛ]).*[şŞ]/u

/** The language whose capitals a text has: in Turkish, the capital of i is İ, and that of ı is I. */
export const languageOfCapitals = (text: string): 'tr' | 'en' => (TURKISH.test(text.normalize('NFC')) ? 'tr' : 'en')

/**
 * A text in capitals, as its language writes them.
 *
 * @example capitalsOf('Çağrı Demir') // 'ÇAĞRI DEMİR'
 */
export const capitalsOf = (text: string): string => text.toLocaleUpperCase(languageOfCapitals(text))
