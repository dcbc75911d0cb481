import styles from './share-words.module.css'

/** The share texts of a card, and the chosen one. */
export type WordsChoice = { texts: readonly string[]; chosen: string; onChange: (text: string) => void }

/** The choice of a share text. */
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
