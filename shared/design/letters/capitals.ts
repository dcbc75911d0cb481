/** Matches letters that only Turkish and Azerbaijani use, and Ş without letters of Romanian or Kurdish. */
const TURKISH = /[ğĞıİəƏ]|^(?!.*[ăâîțţêûĂÂÎȚŢÊÛ]).*[şŞ]/u

/** Detects the language for uppercasing. In Turkish, i becomes İ, and ı becomes I. */
export const getCapitalsLanguage = (text: string): 'tr' | 'en' => (TURKISH.test(text.normalize('NFC')) ? 'tr' : 'en')

/**
 * Uppercases a text by its language's rules.
 *
 * @example toCapitals('Çağrı Demir') // 'ÇAĞRI DEMİR'
 */
export const toCapitals = (text: string): string => text.toLocaleUpperCase(getCapitalsLanguage(text))
