import { type ComponentType, createElement, lazy, useState } from 'react'
import { whileOnline } from '#web/lib/online.ts'

export type Screens = Readonly<
  Record<
    | 'Generator'
    | 'Hall'
    | 'FaceOff'
    | 'Card'
    | 'MyCards'
    | 'CreateLeague'
    | 'League'
    | 'Draw'
    | 'Duel'
    | 'LeagueBatch'
    | 'Account'
    | 'Contact'
    | 'Privacy'
    | 'Rules'
    | 'NotFound'
    | 'Auth'
    | 'Admin',
    ComponentType
  >
>

type Load = () => Promise<{ default: ComponentType }>

/** Loads a screen once, when online. A loaded screen also opens offline. */
function loadOnce(load: Load): Load {
  let loaded: ReturnType<Load> | null = null
  return async () => {
    loaded ??= whileOnline(load)()
    try {
      return await loaded
    } catch (error) {
      loaded = null
      throw error
    }
  }
}

/**
 * `React.lazy` with retries. React caches a failed load forever, so the next mount gets a new lazy component. The error
 * boundary remounts the screen when the network is back.
 */
function lazyLoaded(load: Load): ComponentType {
  const create = (): ComponentType =>
    lazy(() =>
      load().catch((error: unknown) => {
        current = create()
        throw error
      }),
    )
  let current = create()
  return function LazyScreen() {
    const [Screen] = useState<ComponentType>(() => current)
    return createElement(Screen)
  }
}

const lazyScreen = (load: Load): ComponentType => lazyLoaded(loadOnce(load))

const loadHall = loadOnce(() => import('#web/screens/hall/hall-screen.tsx'))
const loadMyCards = loadOnce(() => import('#web/screens/my-cards/my-cards-screen.tsx'))
const loadContact = loadOnce(() => import('#web/screens/contact/contact-screen.tsx'))

/** Loads the screens of the menu. Idle pages call it, so that these screens open at once, also offline. */
export const loadMenuScreens = () => Promise.all([loadHall(), loadMyCards(), loadContact()])

/** Each screen is its own chunk. The served HTML stays until it has loaded. */
export const LAZY_SCREENS: Screens = {
  Generator: lazyScreen(() => import('#web/screens/generator/generator-screen.tsx')),
  Hall: lazyLoaded(loadHall),
  FaceOff: lazyScreen(() => import('#web/screens/face-off/face-off-screen.tsx')),
  Card: lazyScreen(() => import('#web/screens/card/card-screen.tsx')),
  MyCards: lazyLoaded(loadMyCards),
  CreateLeague: lazyScreen(() => import('#web/screens/league/create-league-screen.tsx')),
  League: lazyScreen(() => import('#web/screens/league/league-screen.tsx')),
  Draw: lazyScreen(() => import('#web/screens/league/draft/draw-screen.tsx')),
  LeagueBatch: lazyScreen(() => import('#web/screens/league/batch/batch-screen.tsx')),
  Duel: lazyScreen(() => import('#web/screens/league/duel/duel-screen.tsx')),
  Account: lazyScreen(() => import('#web/screens/account/account-screen.tsx')),
  Contact: lazyLoaded(loadContact),
  Privacy: lazyScreen(() => import('#web/screens/privacy/privacy-screen.tsx')),
  Rules: lazyScreen(() => import('#web/screens/rules/rules-screen.tsx')),
  NotFound: lazyScreen(() => import('#web/screens/not-found/not-found-screen.tsx')),
  Auth: lazyScreen(() => import('#web/screens/auth/auth-screen.tsx')),
  Admin: lazyScreen(() => import('#web/screens/admin/admin-screen.tsx')),
}
