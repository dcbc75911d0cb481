import {
  createContext,
  type MouseEvent,
  type ReactNode,
  startTransition,
  use,
  useCallback,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react'
import type { History, Location, NavigateOptions } from './history.ts'

const RouterContext = createContext<{ history: History; location: Location } | null>(null)

/** Gives the address to what is inside. A page whose file is still loading leaves the one before on the screen. */
export function Router({ history, children }: { history: History; children: ReactNode }) {
  const [location, setLocation] = useState(history.location)
  useLayoutEffect(() => history.listen(() => startTransition(() => setLocation(history.location()))), [history])
  const value = useMemo(() => ({ history, location }), [history, location])
  return <RouterContext value={value}>{children}</RouterContext>
}

function useRouter() {
  const router = use(RouterContext)
  if (!router) throw new Error('A Router is missing around this component')
  return router
}

export const useLocation = (): Location => useRouter().location

/** The function stays the same one between renders. */
export const useNavigate = (): History['navigate'] => useRouter().history.navigate

/** The function stays the same one between renders. */
export const useInterceptBack = (): History['interceptBack'] => useRouter().history.interceptBack

/**
 * The query of the address, and what changes it. The setter stays the same one between renders and always begins with
 * what the address holds when it is called.
 */
export function useSearchParams() {
  const { history, location } = useRouter()
  const params = useMemo(() => new URLSearchParams(location.search), [location.search])
  const setParams = useCallback(
    (change: (params: URLSearchParams) => URLSearchParams, options?: NavigateOptions) =>
      history.navigate(`?${change(new URLSearchParams(history.location().search)).toString()}`, options),
    [history],
  )
  return [params, setParams] as const
}

/** What a click on a link to an address of this site does: a plain one stays in the app, others are the browser's. */
export function useLinkClick(to: string) {
  const { history } = useRouter()
  return (event: MouseEvent<HTMLAnchorElement>) => {
    const { target } = event.currentTarget
    const isModified = event.metaKey || event.altKey || event.ctrlKey || event.shiftKey
    if (event.button !== 0 || isModified || (target !== '' && target !== '_self')) return
    event.preventDefault()
    // As browsers do it: a link to where one is adds nothing to go back to.
    history.navigate(to, { replace: history.isAt(to) })
  }
}

/**
 * Whether a path has the form of a pattern, whose `:name` stands for one segment.
 *
 * @returns the decoded segments by name, or null
 * @example matchPath('/card/:id', '/card/a%20b') // { id: 'a b' }
 */
export function matchPath(pattern: string, pathname: string): Record<string, string> | null {
  const source = pattern.replace(/(?<!\/)\/+$/, '').replace(/:(\w+)/g, '(?<$1>[^/]+)')
  const found = new RegExp(`^${source}/*$`, 'i').exec(pathname)
  return found && Object.fromEntries(Object.entries(found.groups ?? {}).map(([name, text]) => [name, decoded(text)]))
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
