import * as z from 'zod'
import { ChannelName } from '#shared/contracts/speech.ts'
import { REALTIME_HISTORY_MESSAGES } from '#shared/client/limits.ts'

/** `GET …/presence` */
export const PresenceQuery = z.lazy(() => z.object({ channel: ChannelName }))

const PAGE = 50

/** A message id, a time in milliseconds, `-` for the beginning or `+` for the end. */
const Bound = z.lazy(() =>
  z
    .string()
    .max(31, { abort: true })
    .regex(/^(?:[-+]|\d{1,15}(?:-\d{1,15})?)$/, 'must be an id, - or +'),
)

/** `GET …/messages`. The range includes both ends. */
export const MessagesQuery = z.lazy(() =>
  z.object({
    channel: ChannelName,
    limit: z.coerce.number().int().min(1).max(REALTIME_HISTORY_MESSAGES).default(PAGE),
    start: Bound.default('-'),
    end: Bound.default('+'),
  }),
)
export type MessagesQuery = z.infer<typeof MessagesQuery>
