import { type ComponentType, lazy, useState } from 'react'
import { whileOnline } from '#web/lib/online.ts'
import { matchPath } from '#web/router/router.tsx'

type File = { default: ComponentType }

/** React's `lazy` keeps a failure for good: after one the next that shows the part fetches it anew. */
function renewedLazy(fetchFile: () => Promise<File>) {
  const make = (): ComponentType =>
    lazy(() =>
      fetchFile().catch((error: unknown) => {
        current = make()
        throw error
      }),
    )
  let current = make()
  return () => current
}

/**
 * A screen in a file of its own. When the file is here already it shows at once; else the page waits for it, and where
 * it cannot be fetched the page says so.
 */
function screenIn(path: string, load: () => Promise<File>) {
  const fetchFile = whileOnline(load)
  const late = renewedLazy(fetchFile)
  let Here: ComponentType | null = null
  return {
    path,
    async load(): Promise<void> {
      Here = (await fetchFile()).default
    },
    Screen() {
      const [Shown] = useState<ComponentType>(() => Here ?? late())
      return <Shown />
    },
  }
}

const SCREENS = [
  screenIn('/', () => import('#web/screens/generator/generator-screen.tsx')),
  screenIn('/hall-of-fame', () => import('#web/screens/hall/hall-screen.tsx')),
  screenIn('/card/:id', () => import('#web/screens/card/card-screen.tsx')),
  screenIn('/my-cards', () => import('#web/screens/my-cards/my-cards-screen.tsx')),
  screenIn('/account', () => import('#web/screens/account/account-screen.tsx')),
  screenIn('/contact', () => import('#web/screens/contact/contact-screen.tsx')),
  screenIn('/privacy-policy', () => import('#web/screens/privacy/privacy-screen.tsx')),
] as const

/** The screen of an address, if it has one. */
export const screenAt = (pathname: string) => SCREENS.find(({ path }) => matchPath(path, pathname))

/** Fetches the screen of an address, so that what the page shows already is followed by the screen and not by nothing. */
export async function loadScreen(pathname: string): Promise<void> {
  await screenAt(pathname)?.load()
}
