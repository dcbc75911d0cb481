import { Suspense, useEffect } from 'react'
import { Route, Routes } from 'react-router-dom'
import pageStyles from '#web/ui/page.module.css'
import type { Screens } from './screens.ts'

/** Tells public/first-paint.js that the screen is interactive. */
function Ready() {
  useEffect(() => void dispatchEvent(new Event('app-ready')), [])
  return null
}

export const AppRoutes = ({
  screens: {
    Generator,
    Hall,
    FaceOff,
    Card,
    MyCards,
    CreateLeague,
    League,
    LeagueBatch,
    Draw,
    Duel,
    Account,
    Contact,
    Privacy,
    Rules,
    NotFound,
  },
}: {
  screens: Screens
}) => (
  <Suspense fallback={<div className={pageStyles['wait']} />}>
    <Routes>
      <Route path="/" element={<Generator />} />
      <Route path="/hall-of-fame" element={<Hall />} />
      <Route path="/face-off" element={<FaceOff />} />
      <Route path="/card/:id" element={<Card />} />
      <Route path="/my-cards" element={<MyCards />} />
      <Route path="/league" element={<CreateLeague />} />
      <Route path="/league/:code" element={<League />} />
      <Route path="/league/:code/draws/:number" element={<Draw />} />
      <Route path="/league/:code/batch" element={<LeagueBatch />} />
      <Route path="/league/:code/duels/:number" element={<Duel />} />
      <Route path="/account" element={<Account />} />
      <Route path="/contact" element={<Contact />} />
      <Route path="/privacy-policy" element={<Privacy />} />
      <Route path="/rules" element={<Rules />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
    <Ready />
  </Suspense>
)
