import { useQueryClient } from '@tanstack/react-query'

/** The cache key of the view of a page without scripts. */
export const VIEW_KEY = ['view'] as const

/** Returns what the Worker has this page show. @throws Error in a browser, which asks the Worker by loading the page */
export function useView<View>(): View {
  const view = useQueryClient().getQueryData<View>(VIEW_KEY)
  if (view === undefined) throw new Error('Only the Worker renders this page.')
  return view
}
