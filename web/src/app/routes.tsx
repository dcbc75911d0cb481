import { Suspense } from 'react'
import { Route, Routes } from 'react-router-dom'
import { NotFound } from './not-found.tsx'
import { SCREENS } from './screens.tsx'

export function AppRoutes() {
  return (
    <Suspense fallback={<div className="page-wait" />}>
      <Routes>
        {SCREENS.map(({ path, Screen }) => (
          <Route key={path} path={path} element={<Screen />} />
        ))}
        <Route path="*" element={<NotFound />} />
      </Routes>
    </Suspense>
  )
}
