import { Check, X } from 'lucide-react'

const TIPS = [
  { picture: 'one-face', text: 'One face', good: true },
  { picture: 'good-light', text: 'Good light', good: true },
  { picture: 'sunglasses', text: 'No sunglasses', good: false },
] as const

/** What makes a good photo, in three small pictures. */
export const PhotoTips = () => (
  <ul className="tips" aria-label="What makes a good photo">
    {TIPS.map(({ picture, text, good }) => (
      <li key={text} className={good ? 'yes' : 'no'}>
        <div className="ph">
          <img src={`/tips/${picture}.svg`} alt="" width="160" height="120" />
          {good ? <Check className="i" aria-hidden="true" /> : <X className="i" aria-hidden="true" />}
        </div>
        <span>{text}</span>
      </li>
    ))}
  </ul>
)
