import { renderToStaticMarkup } from 'react-dom/server'
import type { ReactNode } from 'react'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { AppError } from '#shared/client/errors.ts'
import { boardOf, boardPath, BOARDS, CARDS_SHOWN, morePath } from '#shared/contracts/boards.ts'
import type { ClientConfig } from '#shared/contracts/config.ts'
import {
  FIRST_PAINTS,
  FirstPaint,
  type FirstPaintName,
  SLOTS_OF,
  type Template,
} from '#shared/contracts/first-paint.ts'
import type { Card } from '#shared/domain/card.ts'
import { getTeam } from '#shared/domain/team.ts'
import { parseTemplate, SLOT_MARKS, slotsOf } from '#web/app/slot-template.ts'
import { listPath } from '#web/lib/api.ts'
import { SlotList, FirstPaintProvider, SlotSection, SlotText, useSlot, useSlotAttribute } from '#web/lib/slots.tsx'
import type { ContactState, Typed } from '#worker/edge/pages/contact-state.ts'
import { fillTemplate } from '#worker/edge/pages/fill-template.ts'
import { fillingFor } from '#worker/edge/pages/filling.ts'
import type { HallState } from '#worker/edge/pages/hall-filling.ts'
import { setMotion } from './motion.ts'

/** React names elements by where they stand among components: each name becomes its number on the page. */
function withPlainIds(html: string): string {
  const ids: string[] = []
  return html.replaceAll(/_R_\w+?_/g, (id) => `id${ids.includes(id) ? ids.indexOf(id) : ids.push(id) - 1}`)
}

let FIRST_PAINT: FirstPaint
let renderPage: typeof import('#web/app/first-paint.tsx').renderPage

// It loads all screens, which tests that share these modules expect to come later.
beforeAll(async () => {
  setMotion('reduce')
  vi.resetModules()
  ;({ FIRST_PAINT, renderPage } = await import('#web/app/first-paint.tsx'))
})
afterAll(() => {
  vi.resetModules()
})

const card = (id: string, own: Partial<Card> = {}): Card => ({
  id,
  playerName: `Ann "${id}" <b>&`,
  jerseyNumber: '1<2',
  teamColors: 'Green Bay Packers',
  imageUrl: `/storage/fantasy-cards/${id}/1.jpg?a=1&b=2`,
  stats: null,
  createdAt: '2026-11-20T12:00:00.000Z',
  votes: 7,
  userId: 'somebody',
  version: 'v1',
  ...own,
})
const CARDS = [card('c1'), card('c2', { playerName: '', jerseyNumber: '' }), card('c3', { votes: 5 })]

const CONFIG: ClientConfig = {
  projectId: 'p',
  publicKey: 'k',
  donationUrl: 'https://give.example/?a=1&b=2',
  contactCooldownMs: 0,
  imageService: null,
  backendHost: null,
  generations: { left: 12, perDay: 20, resetsAt: '2026-11-21T00:00:00.000Z' },
}
const TYPED: Typed = { topic: 'general', name: '', email: '', message: '', website: '', key: '' }
const SENT: ContactState = { typed: TYPED, error: null, isSent: true, reference: '' }
const hallOf = (cards: readonly Card[]): HallState => ({ board: BOARDS[0], team: null, cards, shown: CARDS_SHOWN })
const answers = (config: ClientConfig) => ({
  '/api/config': config,
  '/api/cards?list=strip': { cards: CARDS },
  '/api/cards?list=top': { cards: CARDS },
})

describe('the first paint that the build writes', () => {
  test('is what its schema says', () => expect(FirstPaint.parse(FIRST_PAINT)).toEqual(FIRST_PAINT))

  test.each(FIRST_PAINTS)('of %s has the slots that the Worker fills', (name) => {
    expect(slotsOf(FIRST_PAINT[name])).toEqual([...SLOTS_OF[name]].toSorted())
  })

  const SETTINGS: readonly [string, ClientConfig][] = [
    ['our own artist', CONFIG],
    ['an AI service', { ...CONFIG, imageService: 'A & B' }],
    ['another backend', { ...CONFIG, backendHost: 'backend.example' }],
  ]
  const PAGES: readonly FirstPaintName[] = ['/', '/hall-of-fame', '/my-cards', '/account', '/contact', 'no-page']
  describe.each(SETTINGS)('with %s', (_, config) => {
    test.each([...PAGES, '/privacy-policy'] as const)(
      'of %s, filled by the Worker, is what the screen renders of the same data',
      async (name) => {
        const filled = fillTemplate(
          FIRST_PAINT[name],
          fillingFor(config, { newest: CARDS, hall: hallOf(CARDS), contact: SENT }, {}),
        )
        expect(withPlainIds(filled)).toBe(withPlainIds(await renderPage(name, answers(config), null)))
      },
    )
  })

  describe('of the contact form', () => {
    const form = (contact: ContactState) => fillTemplate(FIRST_PAINT['/contact'], fillingFor(CONFIG, { contact }, {}))

    test.each([
      [null, false],
      ['1A2B3C4D', true],
    ])('says what the message before is called (%s), where that is known', (reference, isSaid) => {
      const html = form({ ...SENT, reference })
      expect(html).toContain('Message sent')
      expect(html.includes('Reference <b>1A2B3C4D</b>')).toBe(isSaid)
    })
    const typed = {
      ...TYPED,
      topic: 'delete',
      name: '"><b>',
      email: 'ann',
      message: '</textarea><b>',
      key: 'abc',
    } as const

    test('keeps what was typed, as text, and says at the fields what is wrong with them', () => {
      const fault = new AppError('VALIDATION_ERROR', 'Please <enter>.', { details: [{ path: 'email', message: 'x' }] })
      const html = form({ typed, error: fault, isSent: false, reference: null })
      for (const words of [
        'value="&quot;&gt;&lt;b&gt;"',
        '>&lt;/textarea&gt;&lt;b&gt;</textarea>',
        '<option value="delete" selected="">Delete my data</option>',
        'name="key" value="abc"',
      ])
        expect(html).toContain(words)
      expect(html.split('Please &lt;enter&gt;.')).toHaveLength(2)
      expect(html.split('aria-invalid="true"')).toHaveLength(2)
      expect(html).not.toContain('Message sent')
    })

    test('says what is wrong with all of it once, at its button', () => {
      const html = form({ typed, error: new AppError('TOO_SOON', 'Please wait.'), isSent: false, reference: null })
      expect(html).toContain('role="alert">Please wait.</p>')
      expect(html).not.toContain('aria-invalid="true"')
    })

    test('has nothing in it that waits for a script', () => {
      const html = form({ typed, error: null, isSent: false, reference: null })
      const [, inside = ''] = html.split('<form method="post" action="/contact"')
      expect(inside.slice(0, inside.indexOf('</form>'))).not.toContain('inert')
    })
  })

  test('of a form takes after a card, or a team, or nothing', () => {
    const form = (teamColors: string, armor: string, playerName: string | null) =>
      fillTemplate(FIRST_PAINT['/?remix=any'], fillingFor(CONFIG, { setup: { teamColors, armor, playerName } }, {}))
    const remixed = form('Green Bay Packers', 'duck', '<Ace>')
    expect(remixed).toContain('Remixing &lt;Ace&gt;, with the same setup')
    expect(remixed).toContain('/art/preview/green-bay-packers/duck.svg')
    expect(remixed).toMatch(/<form class="[^"]*" data-team="green-bay-packers"/)
    const team = form('Green Bay Packers', '', null)
    expect(team).toContain('/art/preview/green-bay-packers/none.svg')
    expect(team).not.toContain('Remixing')
    const nothing = form('No such team', 'duck', '')
    expect(nothing).toContain('/art/preview/none/none.svg')
    expect(nothing).not.toContain('data-slot')
    expect(nothing).toMatch(/<form class="[^"]*" noValidate/)
  })

  test('shows no hand of cards for too few', () => {
    const contact = fillTemplate(FIRST_PAINT['/contact'], fillingFor(CONFIG, { newest: CARDS.slice(0, 2) }, {}))
    expect(contact).not.toContain('/picture/')
  })

  // Some too long for two lines, and one of no letter.
  const LONG = 'A name of forty letters and more, in all'
  const TEAMS_SHOWN = [null, getTeam('Green Bay Packers'), getTeam('Dallas Cowboys')]
  const CASES = BOARDS.flatMap((board) =>
    TEAMS_SHOWN.flatMap((team) => [0, 1, 2, 3, 4, 27, 40].map((count) => [boardPath(board, team), count] as const)),
  )
  test.each(CASES)('of %s with %i cards is what the screen renders of them', async (path, count) => {
    const cards = Array.from({ length: count }, (_, i) =>
      card(`n${i}`, { votes: i === count - 1 ? 1 : 90 - i, playerName: LONG.slice(i) }),
    )
    const params = new URL(path, 'http://here').searchParams
    const [board, team] = [boardOf(params), getTeam(params.get('team') ?? '')]
    const known = { ...answers(CONFIG), [listPath(board.list, team?.name ?? null)]: { cards } }
    const filled = fillTemplate(
      FIRST_PAINT['/hall-of-fame'],
      fillingFor(CONFIG, { newest: CARDS, hall: { board, team, cards, shown: CARDS_SHOWN } }, {}),
    )
    expect(withPlainIds(filled)).toBe(withPlainIds(await renderPage('/hall-of-fame', known, null, path)))
    expect(filled.match(/href="\/card\/n\d+"/g) ?? []).toHaveLength(
      Math.min(count, CARDS_SHOWN + (board.isRanked ? 3 : 0)),
    )
  })

  test('of the Hall that is asked for more cards is what the screen renders then', async () => {
    const cards = Array.from({ length: 60 }, (_, i) => card(`n${i}`, { votes: 90 - i }))
    const path = morePath(BOARDS[0], null, CARDS_SHOWN)
    expect(path).toBe('/hall-of-fame?shown=48#place-28')
    const filled = fillTemplate(
      FIRST_PAINT['/hall-of-fame'],
      fillingFor(CONFIG, { newest: CARDS, hall: { ...hallOf(cards), shown: 48 } }, {}),
    )
    const known = { ...answers(CONFIG), '/api/cards?list=top': { cards } }
    expect(withPlainIds(filled)).toBe(withPlainIds(await renderPage('/hall-of-fame', known, null, path)))
    expect(filled).toContain('51 of 60 shown')
    expect(filled).toContain('<li id="place-51">')
  })

  test('of a Hall whose cards could not be read waits for them, and claims nothing', () => {
    const hall = { ...hallOf([]), cards: null }
    const filled = fillTemplate(FIRST_PAINT['/hall-of-fame'], fillingFor(CONFIG, { newest: CARDS, hall }, {}))
    expect(filled).toContain('Loading Gallery...')
    expect(filled).not.toContain('No cards found')
  })
})

describe('a template', () => {
  const templateOf = (page: ReactNode): Template =>
    parseTemplate(renderToStaticMarkup(<FirstPaintProvider value={{ marks: SLOT_MARKS }}>{page}</FirstPaintProvider>))
  const Name = ({ id }: { id: string }) => (
    <a href={`/card/${id}`} title={useSlot('line', 'Ace')}>
      Ace
    </a>
  )
  const Form = () => <form {...useSlotAttribute('data-team', 'colored', 'teamId')} />
  const page = (
    <ol>
      <SlotSection slot="strip">
        <SlotList slot="newest" items={['a', 'b']}>
          {(id) => (
            <li key={id}>
              <Name id={id} />
              <SlotText slot="votes">{3}</SlotText>
            </li>
          )}
        </SlotList>
        <Form />
      </SlotSection>
    </ol>
  )

  test('is the app’s own rendering where there are no slots', () => {
    expect(renderToStaticMarkup(page)).toBe(
      '<ol><li><a href="/card/a" title="Ace">Ace</a>3</li><li><a href="/card/b" title="Ace">Ace</a>3</li><form></form></ol>',
    )
  })

  test('holds text, values, lists with one item as their template, and sections', () => {
    const item = ['<li><a href="/card/a" title="', { value: 'line' }, '">Ace</a>', { value: 'votes' }, '</li>']
    expect(templateOf(page)).toEqual([
      '<ol>',
      {
        section: 'strip',
        parts: [
          { section: 'newest', parts: item },
          '<form',
          { section: 'colored', parts: [' data-team="', { value: 'teamId' }, '"'] },
          '></form>',
        ],
      },
      '</ol>',
    ])
  })

  test('is filled by names, escaped by kind, and left out where there is nothing', () => {
    const template = templateOf(page)
    expect(fillTemplate(template, {})).toBe('<ol></ol>')
    const lines = ['"><script>', 'line & votes'].map((line) => ({ values: { line } }))
    const sections = { strip: [{}], newest: lines, colored: [{ values: { teamId: 'a"b' } }] }
    expect(fillTemplate(template, { values: { votes: '9' }, sections })).toBe(
      '<ol><li><a href="/card/a" title="&quot;&gt;&lt;script&gt;">Ace</a>9</li>' +
        '<li><a href="/card/a" title="line &amp; votes">Ace</a>9</li><form data-team="a&quot;b"></form></ol>',
    )
  })

  test.each([
    ['/picture/c1.jpg?a=1&b', '/picture/c1.jpg?a=1&amp;b'],
    ['https://cards.example/', 'https://cards.example/'],
    ['javascript:alert(1)', ''],
    ['JaVaScRiPt:alert(1)', ''],
    ['data:text/html,x', ''],
    ['//elsewhere.example', ''],
  ])('takes as an address %s as %j', (imageUrl, written) => {
    expect(fillTemplate([{ value: 'imageUrl' }], { values: { imageUrl } })).toBe(written)
  })

  test.each([
    ['an unknown value', () => <SlotText slot={'nickname' as 'line'}>x</SlotText>],
    ['an unknown section', () => <SlotSection slot={'cards' as 'strip'}>x</SlotSection>],
    [
      'a slot that was encoded on its way',
      () => <a href={`/?remix=${encodeURIComponent(SLOT_MARKS.value('id'))}`}>x</a>,
    ],
    ['a slot that was cut', () => <b>{SLOT_MARKS.value('id').slice(0, -1)}</b>],
    ['a section without end', () => <b>{SLOT_MARKS.section('strip').begin}</b>],
    ['an end without a section', () => <b>{SLOT_MARKS.section('strip').end}</b>],
    ['an attribute’s slot as text', () => <b>{SLOT_MARKS.attribute('data-team', 'colored', 'teamId')}</b>],
  ])('is refused for %s', (_, make) => expect(() => templateOf(make())).toThrow(Error))
})
