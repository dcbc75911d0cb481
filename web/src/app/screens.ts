import { type ComponentType, createElement, lazy, useState } from 'react'
import { whileOnline } from '#web/lib/online.ts'

export type Screens = Readonly<
  Record<
    | 'Generator'
    | 'Hall'
    | 'Card'
    | 'MyCards'
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

/** Loads a screen where there is a network. One that was loaded before needs none. */
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
 * `React.lazy` that can be tried again. React keeps a failure for good, so the next mount after one begins anew: when
 * the network is back, the error boundary mounts the screen again.
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

/** Loads the Hall, which is also fetched when a page is idle: then it opens without a network. */
export const loadHall = loadOnce(() => import('#web/screens/hall/hall-screen.tsx'))

/** Each screen is a chunk of its own. The served HTML stays until it has loaded. */
export const LAZY_SCREENS: Screens = {
  Generator: lazyScreen(() => import('#web/screens/generator/generator-screen.tsx')),
  Hall: lazyLoaded(loadHall),
  Card: lazyScreen(() => import('#web/screens/card/card-screen.tsx')),
  MyCards: lazyScreen(() => import('#web/screens/my-cards/my-cards-screen.tsx')),
  Account: lazyScreen(() => import('#web/screens/account/account-screen.tsx')),
  Contact: lazyScreen(() => import('#web/screens/contact/contact-screen.tsx')),
  Privacy: lazyScreen(() => import('#web/screens/privacy/privacy-screen.tsx')),
  Rules: lazyScreen(() => import('#web/screens/rules/rules-screen.tsx')),
  NotFound: lazyScreen(() => import('#web/screens/not-found/not-found-screen.tsx')),
  Auth: lazyScreen(() => import('#web/screens/auth/auth-screen.tsx')),
  Admin: lazyScreen(() => import('#web/screens/admin/admin-screen.tsx')),
}
