/** The reasons for a message that a link to the contact form can name, by their id in the address. */
export const TOPIC_LABELS = {
  report: 'Report a card',
  delete: 'Delete my data',
  rights: 'Rights or impersonation',
} as const

/** Returns what the message begins with when a link named its topic; empty for any other topic. */
export const leadWithTopic = (id: string | null): string =>
  id !== null && Object.hasOwn(TOPIC_LABELS, id) ? `${TOPIC_LABELS[id as keyof typeof TOPIC_LABELS]}: ` : ''

/** Returns the topic that leads a message, or null. */
export const topicIn = (message: string): string | null =>
  Object.values(TOPIC_LABELS).find((label) => message.startsWith(`${label}:`)) ?? null
