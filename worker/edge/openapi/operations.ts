import {
  CardList,
  CardPage,
  CardsAnswer,
  CastVote,
  KeptCards,
  ManageLink,
  OwnCardsAnswer,
  RenameCard,
  SaveCard,
  SavedCard,
  SharedCard,
  TeamsAnswer,
  VoteAnswer,
} from '#shared/contracts/cards.ts'
import { MANAGE_HEADER } from '#shared/contracts/headers.ts'
import { Card } from '#shared/domain/card-schema.ts'
import { ClientConfig } from '#shared/contracts/config.ts'
import { ContactAnswer, ContactMessage } from '#shared/contracts/contact.ts'
import { EditStats, Generation, GenerationForm } from '#shared/contracts/generations.ts'
import { DecideReport, DecisionAnswer, ReportAnswer, ReportQueue, SendReport } from '#shared/contracts/reports.ts'
import { HealthAnswer, ReadyAnswer } from '#shared/contracts/operate.ts'
import { type Alternative, idempotencyKey, type Operation, type Parameter } from '#worker/http/openapi/operation.ts'

/** What has an entity tag. */
const UNCHANGED: Alternative = {
  status: 304,
  about: 'Not changed since the answer whose tag `If-None-Match` names',
}

const manage: Parameter = {
  in: 'header',
  name: MANAGE_HEADER,
  about: 'The token of a manage link, where another browser than the maker’s asks.',
}

/** The calls of the product's API, in the order in which a card lives. */
export const OPERATIONS: readonly Operation[] = [
  {
    method: 'get',
    path: '/api/config',
    summary: 'What a browser may know of the settings, and today’s quota of this visitor',
    answers: { status: 200, name: 'ClientConfig', schema: ClientConfig },
    errors: [],
  },
  {
    method: 'post',
    path: '/api/generations',
    summary:
      'Draws a card of a photo: a job that is asked for by its id. Sent again with the same `id`, it is the same job',
    sends: { name: 'GenerationForm', schema: GenerationForm, file: 'photo' },
    answers: { status: 202, name: 'Generation', schema: Generation },
    errors: [400, 404, 409, 413, 422, 429],
  },
  {
    method: 'get',
    path: '/api/generations/{id}',
    summary: 'Where a generation of this visitor stands',
    answers: { status: 200, name: 'Generation', schema: Generation },
    errors: [404],
  },
  {
    method: 'post',
    path: '/api/generations/{id}/cancel',
    summary: 'Ends a generation and removes its photo',
    answers: { status: 200, name: 'Generation', schema: Generation },
    errors: [404],
  },
  {
    method: 'post',
    path: '/api/generations/{id}/stats',
    summary: 'Draws the card again with edited stats',
    sends: { name: 'EditStats', schema: EditStats },
    answers: { status: 200, name: 'Generation', schema: Generation },
    errors: [400, 404, 409, 429, 502],
  },
  {
    method: 'get',
    path: '/api/cards',
    summary: 'A list of public cards',
    parameters: [
      { in: 'query', name: 'list', about: 'Which list.', schema: CardList, required: true },
      { in: 'query', name: 'team', about: 'A team’s name: only its cards.' },
    ],
    answers: { status: 200, name: 'Cards', schema: CardsAnswer },
    others: [UNCHANGED],
    errors: [400],
  },
  {
    method: 'get',
    path: '/api/teams',
    summary: 'How many public cards each team has; teams without cards are missing',
    answers: { status: 200, name: 'Teams', schema: TeamsAnswer },
    others: [UNCHANGED],
    errors: [],
  },
  {
    method: 'post',
    path: '/api/cards',
    summary: 'Saves a generation of this visitor to the Hall of Fame',
    parameters: [
      idempotencyKey(
        'Names the save: sent again by the same visitor, it is answered as the first time, and not by 409.',
      ),
    ],
    sends: { name: 'SaveCard', schema: SaveCard },
    answers: { status: 201, name: 'SavedCard', schema: SavedCard },
    errors: [400, 403, 409],
  },
  {
    method: 'get',
    path: '/api/cards/mine',
    summary: 'The cards of this visitor and of the signed-in account, drafts too, the newest first',
    answers: { status: 200, name: 'OwnCards', schema: OwnCardsAnswer },
    errors: [],
  },
  {
    method: 'post',
    path: '/api/cards/keep',
    summary: 'Gives the cards that this visitor has made, and no account keeps, to the signed-in account',
    answers: { status: 200, name: 'KeptCards', schema: KeptCards },
    errors: [401],
  },
  {
    method: 'get',
    path: '/api/cards/{id}',
    summary: 'One card, as its page shows it',
    parameters: [manage],
    answers: { status: 200, name: 'CardPage', schema: CardPage },
    errors: [404, 410],
  },
  {
    method: 'patch',
    path: '/api/cards/{id}',
    summary: 'Renames a card of one’s own and draws it again',
    parameters: [manage],
    sends: { name: 'RenameCard', schema: RenameCard },
    answers: { status: 200, name: 'Card', schema: Card },
    errors: [400, 403, 404, 409, 410, 429, 502],
  },
  {
    method: 'delete',
    path: '/api/cards/{id}',
    summary: 'Removes a card of one’s own with its votes and pictures; its id answers 410 from then on',
    parameters: [manage],
    answers: null,
    errors: [403, 404, 410],
  },
  {
    method: 'post',
    path: '/api/cards/{id}/votes',
    summary: 'Votes for a card: once in `VOTE_PERIOD_HOURS`, 24 by default',
    parameters: [
      idempotencyKey(
        'Names the vote: sent again by the same visitor within an hour, it counts once and is answered with the card as it is, and not by 409.',
      ),
    ],
    sends: { name: 'CastVote', schema: CastVote },
    answers: { status: 200, name: 'Vote', schema: VoteAnswer },
    errors: [400, 403, 404, 409, 410, 429],
  },
  {
    method: 'post',
    path: '/api/cards/{id}/share',
    summary: 'Makes a draft unlisted, so that its address works for everybody',
    answers: { status: 200, name: 'SharedCard', schema: SharedCard },
    errors: [400, 403, 404, 410],
  },
  {
    method: 'post',
    path: '/api/cards/{id}/unpublish',
    summary: 'Takes a card of one’s own out of every list',
    parameters: [manage],
    answers: { status: 200, name: 'SharedCard', schema: SharedCard },
    errors: [403, 404, 409, 410],
  },
  {
    method: 'get',
    path: '/api/cards/{id}/manage-link',
    summary: 'The address that makes any browser this card’s owner',
    parameters: [manage],
    answers: { status: 200, name: 'ManageLink', schema: ManageLink },
    errors: [403, 404, 410],
  },
  {
    method: 'post',
    path: '/api/cards/{id}/reports',
    summary: 'Reports a card to the moderators',
    sends: { name: 'SendReport', schema: SendReport },
    answers: { status: 202, name: 'ReportReceived', schema: ReportAnswer },
    errors: [400, 404, 410, 429],
  },
  {
    method: 'get',
    path: '/api/reports',
    summary: 'The cards that wait for a decision, the first reported first',
    answers: { status: 200, name: 'ReportQueue', schema: ReportQueue },
    errors: [401],
    key: 'service',
  },
  {
    method: 'post',
    path: '/api/reports/{id}',
    summary: 'Decides on a reported card',
    sends: { name: 'DecideReport', schema: DecideReport },
    answers: { status: 200, name: 'Decision', schema: DecisionAnswer },
    errors: [400, 401, 404, 410],
    key: 'service',
  },
  {
    method: 'post',
    path: '/functions/v1/contact-submit',
    summary: 'Sends a message to the people who run the site',
    parameters: [idempotencyKey('Names the message: sent again by the same visitor, it is stored and mailed once.')],
    sends: { name: 'ContactMessage', schema: ContactMessage },
    answers: { status: 200, name: 'ContactReceived', schema: ContactAnswer },
    errors: [400, 401, 404, 413, 429],
    key: 'public',
  },
  {
    method: 'get',
    path: '/health',
    summary: 'Whether the Worker runs and its settings could be read',
    answers: { status: 200, name: 'Health', schema: HealthAnswer },
    errors: [],
  },
  {
    method: 'get',
    path: '/ready',
    summary: 'Whether every part the site depends on answers; each with its time for the service key',
    answers: { status: 200, name: 'Readiness', schema: ReadyAnswer },
    also: { 503: 'A part does not answer' },
    errors: [],
  },
]
