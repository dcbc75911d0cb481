/** What a message can be about, as its sender chooses it. `general` says nothing. */
export const TOPIC_LABELS = {
  general: 'General',
  report: 'Report a card',
  delete: 'Delete my data',
  rights: 'Rights or impersonation',
  press: 'Press',
} as const

/** What is sent: the topic leads, unless there is nothing to say about it. */
export const leadWithTopic = (id: keyof typeof TOPIC_LABELS, message: string): string =>
  id === 'general' || message.trim() === '' ? message : `${TOPIC_LABELS[id]}: ${message}`

/** The topic that leads a message, or null. */
export const topicIn = (message: string): string | null =>
  Object.values(TOPIC_LABELS).find((label) => message.startsWith(`${label}: `)) ?? null
