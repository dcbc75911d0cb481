import { type ComponentType, lazy } from 'react'

export type Screens = Readonly<
  Record<
    'Generator' | 'Hall' | 'Card' | 'MyCards' | 'Account' | 'Contact' | 'Privacy' | 'Rules' | 'Auth' | 'Admin',
    ComponentType
  >
>

/** In the browser each is in a file of its own. The served HTML stays until that is there. */
export const LAZY_SCREENS: Screens = {
  Generator: lazy(() => import('#web/screens/generator/generator-screen.tsx')),
  Hall: lazy(() => import('#web/screens/hall/hall-screen.tsx')),
  Card: lazy(() => import('#web/screens/card/card-screen.tsx')),
  MyCards: lazy(() => import('#web/screens/my-cards/my-cards-screen.tsx')),
  Account: lazy(() => import('#web/screens/account/account-screen.tsx')),
  Contact: lazy(() => import('#web/screens/contact/contact-screen.tsx')),
  Privacy: lazy(() => import('#web/screens/privacy/privacy-screen.tsx')),
  Rules: lazy(() => import('#web/screens/rules/rules-screen.tsx')),
  Auth: lazy(() => import('#web/screens/auth/auth-screen.tsx')),
  Admin: lazy(() => import('#web/screens/admin/admin-screen.tsx')),
}
