import * as z from 'zod/mini'
import type { AppError } from '#shared/client/errors.ts'
import type { ClientConfig } from '#shared/contracts/config.ts'
import { NEUTRAL } from '#shared/design/pair.ts'
import { ARMOR, getArmor } from '#shared/domain/armor.ts'
import { type Card, displayName } from '#shared/domain/card.ts'
import { leadWithTopic, TOPIC_LABELS } from '#shared/domain/contact-topics.ts'
import { sayHow } from '#shared/domain/making.ts'
import { sayPhotoEnd, sayPhotoReader, sayPhotoUse } from '#shared/domain/photo-words.ts'
import { getTeam } from '#shared/domain/team.ts'
import { cardFilling } from './card-filling.ts'
import type { ContactState } from './contact-state.ts'
import type { Filling } from './fill-template.ts'
import { hallFilling, type HallState } from './hall-filling.ts'

/** What a page shows at once. */
export type Shown = {
  /** The latest, as a strip or as a hand of three. */
  newest?: readonly Card[]
  hall?: HallState
  /** What a form begins with: the colors and gear of a card, or a team alone. */
  setup?: Setup
  contact?: ContactState
}

/** @property playerName of the card it takes after; null: of none */
export type Setup = { teamColors: string; armor: string; playerName: string | null }

/** HTML of the Worker's own. */
export type OwnMarkup = { readonly screen?: string; readonly notice?: string; readonly words?: string }

const THREE = 3

/** What a first paint is filled with for a visitor. @param config undefined where it could not be read */
export function fillingFor(
  config: ClientConfig | undefined,
  { newest = [], hall, setup, contact }: Shown,
  own: OwnMarkup,
): Filling {
  const { imageService = null, backendHost = null } = config ?? {}
  const team = getTeam(setup?.teamColors ?? '')
  const armor = (team && getArmor(setup?.armor ?? '')) ?? ARMOR[0]
  const board = hall && hallFilling(hall)
  return {
    values: {
      ...own,
      donationUrl: config?.donationUrl ?? '/',
      how: sayHow(imageService, backendHost),
      photoUse: sayPhotoUse(imageService, backendHost),
      photoReader: sayPhotoReader(imageService, backendHost),
      photoEnd: sayPhotoEnd(imageService, backendHost),
      left: String(config?.generations.left ?? ''),
      figure: `${(team ?? NEUTRAL).id}/${armor.id}`,
      ...(contact && contactValues(contact)),
      ...board?.values,
    },
    sections: {
      strip: newest.length > 0 ? [{}] : [],
      newest: newest.map(cardFilling),
      hand: newest.length < THREE ? [] : [{}],
      inHand: newest.slice(0, THREE).map(cardFilling),
      // Its own colors come with the app.
      colored: team === null ? [] : [{ values: { teamId: team.id } }],
      ...(contact && contactSections(contact)),
      ...board?.sections,
      remixed: setup?.playerName == null ? [] : [{ values: { playerName: displayName(setup.playerName) } }],
    },
  }
}

const contactValues = ({ typed, error }: ContactState): Filling['values'] => ({
  formKey: typed.key,
  contactName: typed.name,
  contactEmail: typed.email,
  contactMessage: typed.message,
  contactLength: String(leadWithTopic(typed.topic, typed.message).length),
  contactFault: error?.message ?? '',
  // Said at the fields, if it is about them.
  contactFailure: error === null || faultyIn(error).size > 0 ? '' : error.message,
})

function contactSections({ typed, error, isSent, reference }: ContactState): Filling['sections'] {
  const faulty = error === null ? new Set() : faultyIn(error)
  const fine = (field: string): Filling[] => (faulty.has(field) ? [] : [{}])
  const fault = (field: string): Filling[] => (faulty.has(field) ? [{}] : [])
  const topics = Object.entries(TOPIC_LABELS).map(([topicId, topicLabel]): Filling => ({
    values: { topicId, topicLabel },
    sections: { chosen: topicId === typed.topic ? [{}] : [] },
  }))
  const referenced = reference === null ? [] : [{ values: { contactReference: reference } }]
  return {
    sent: isSent ? [{ sections: { referenced } }] : [],
    topics,
    nameFine: fine('name'),
    nameFault: fault('name'),
    emailFine: fine('email'),
    emailFault: fault('email'),
    messageFine: fine('message'),
    messageFault: fault('message'),
  }
}

const Faults = z.array(z.object({ path: z.string() }))

/** The fields that an error is about. */
const faultyIn = ({ details }: AppError): ReadonlySet<string> =>
  new Set((Faults.safeParse(details).data ?? []).map(({ path }) => path))
