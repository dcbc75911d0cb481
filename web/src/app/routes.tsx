import { Suspense } from 'react'
import { useLocation } from 'react-router-dom'
import { NotFound } from './not-found.tsx'
import { screenAt } from './screens.tsx'

export function AppRoutes() {
  const found = screenAt(useLocation().pathname)
  return (
    <Suspense fallback={<div className="page-wait" />}>
      {found ? <found.Screen key={found.path} /> : <NotFound />}
    </Suspense>
  )
}
