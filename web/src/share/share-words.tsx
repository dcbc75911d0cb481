import styles from './share-words.module.css'
import tickboxStyles from './tickbox.module.css'

/** The texts that may go with a card, and which one does. */
export type WordsChoice = { texts: readonly string[]; chosen: string; onChange: (text: string) => void }

/** What to say with a card: one of three. */
export const ShareWords = ({ texts, chosen, onChange }: WordsChoice) => (
  <fieldset className={styles['words']}>
    <legend>Message</legend>
    {texts.map((text) => (
      <label key={text} className={tickboxStyles['tickbox']}>
        <input type="radio" name="share-words" checked={text === chosen} onChange={() => onChange(text)} />
        <span dir="auto">{text}</span>
      </label>
    ))}
  </fieldset>
)
