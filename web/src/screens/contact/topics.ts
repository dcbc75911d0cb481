import { leadWithTopic, TOPIC_LABELS } from '#shared/domain/contact-topics.ts'
import { pageUrl } from '#web/share/share-card.ts'

/** What a message can be about, and what may help sooner than an answer. */
export const TOPICS = [
  { id: 'general', label: TOPIC_LABELS.general, hint: null },
  {
    id: 'report',
    label: TOPIC_LABELS.report,
    hint: 'Quicker: press Report on the card itself. Either way somebody looks within 48 hours.',
  },
  {
    id: 'delete',
    label: TOPIC_LABELS.delete,
    hint: 'Cards you made in this browser: delete them yourself, at once, under My cards. For all else, name the card.',
  },
  {
    id: 'rights',
    label: TOPIC_LABELS.rights,
    hint: 'Tell us which card, and how you are connected to the person or the work it shows.',
  },
  { id: 'press', label: TOPIC_LABELS.press, hint: null },
] as const

export type Topic = (typeof TOPICS)[number]

export const topicOf = (id: string | null): Topic => TOPICS.find((topic) => topic.id === id) ?? TOPICS[0]

/** What the message begins with when a link has named a card. */
export const aboutCard = (origin: string, cardId: string | null): string =>
  cardId ? `${pageUrl(origin, cardId)}\n\n` : ''

/** What is sent. */
export const withTopic = ({ id }: Topic, message: string): string => leadWithTopic(id, message)
