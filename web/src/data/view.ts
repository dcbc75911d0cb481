import { useQueryClient } from '@tanstack/react-query'

/** Query key of the data of a page without scripts. */
export const VIEW_KEY = ['view'] as const

/** Returns the data that the Worker passed to this page. @throws Error in a browser, where these pages never render */
export function useView<View>(): View {
  const view = useQueryClient().getQueryData<View>(VIEW_KEY)
  if (view === undefined) throw new Error('Only the Worker renders this page.')
  return view
}
