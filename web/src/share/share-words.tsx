import styles from './share-words.module.css'

/** The texts that may go with a card, and which one does. */
export type WordsChoice = { texts: readonly string[]; chosen: string; onChange: (text: string) => void }

/** Chooses the text that goes with a card. */
export const ShareWords = ({ texts, chosen, onChange }: WordsChoice) => (
  <fieldset className={styles['words']}>
    <legend>Message</legend>
    {texts.map((text) => (
      <label key={text} className={styles['choice']}>
        <input type="radio" name="share-words" checked={text === chosen} onChange={() => onChange(text)} />
        <span dir="auto">{text}</span>
      </label>
    ))}
  </fieldset>
)
