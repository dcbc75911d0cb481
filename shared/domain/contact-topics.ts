/** Topics that a link to the contact form can preselect, by their id in the URL. */
export const TOPIC_LABELS = {
  report: 'Report a card',
  delete: 'Delete my data',
  rights: 'Rights or impersonation',
} as const

/** Returns the prefix of a message about a topic; empty for an unknown topic. */
export const toTopicPrefix = (id: string | null): string =>
  id !== null && Object.hasOwn(TOPIC_LABELS, id) ? `${TOPIC_LABELS[id as keyof typeof TOPIC_LABELS]}: ` : ''

/** Returns the topic in a message's prefix, or null. */
export const getTopic = (message: string): string | null =>
  Object.values(TOPIC_LABELS).find((label) => message.startsWith(`${label}:`)) ?? null
