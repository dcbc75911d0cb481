import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import type { Visibility } from '#shared/domain/card.ts'
import { ShareActions } from '#web/share/share-actions.tsx'
import type { SharePlace } from '#web/share/share-card.ts'
import { aCard, createWorld, ORIGIN, type Routes, show } from './support.tsx'

export const CARD = aCard()
export const URL_OF_PAGE = `${ORIGIN}/card/card-1`
export const SHARED = { body: { id: 'card-1', visibility: 'unlisted', url: URL_OF_PAGE } }
export const MANAGE = `${URL_OF_PAGE}#manage=token`

type Setting = { place?: SharePlace; mine?: boolean; visibility?: Visibility }

function Stand({ place = 'result', mine = true, visibility: first = 'draft' }: Setting) {
  const [visibility, setVisibility] = useState(first)
  return (
    <>
      <ShareActions
        card={{ ...CARD, tier: 'Captain', visibility }}
        place={place}
        mine={mine}
        onVisibility={setVisibility}
      />
      <output data-testid="visibility">{visibility}</output>
    </>
  )
}

export function open(setting: Setting = {}, routes: Routes = {}, overrides: Parameters<typeof createWorld>[1] = {}) {
  const world = createWorld(
    {
      'POST /api/cards/card-1/share': SHARED,
      'POST /api/cards': { status: 201, body: CARD },
      'GET /api/cards/card-1/manage-link': { body: { url: MANAGE } },
      [`GET ${CARD.imageUrl}`]: { body: new Blob(['picture'], { type: 'image/jpeg' }) },
      ...routes,
    },
    overrides,
  )
  show(<Stand {...setting} />, world)
  return world
}

export const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
export const visibility = () => screen.getByTestId('visibility').textContent
export const getSentRoutes = ({ calls }: { calls: { route: string }[] }) =>
  calls.map(({ route }) => route).filter((route) => !route.includes('/api/config'))
