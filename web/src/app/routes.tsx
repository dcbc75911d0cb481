import { Suspense, useEffect } from 'react'
import { Route, Routes } from 'react-router-dom'
import pageStyles from '#web/ui/page.module.css'
import type { Screens } from './screens.ts'

/** Tells public/first-paint.js that the screen can be used. */
function Ready() {
  useEffect(() => void dispatchEvent(new Event('app-ready')), [])
  return null
}

export const AppRoutes = ({
  screens: { Generator, Hall, Card, MyCards, Account, Contact, Privacy, Rules, NotFound },
}: {
  screens: Screens
}) => (
  <Suspense fallback={<div className={pageStyles['wait']} />}>
    <Routes>
      <Route path="/" element={<Generator />} />
      <Route path="/hall-of-fame" element={<Hall />} />
      <Route path="/card/:id" element={<Card />} />
      <Route path="/my-cards" element={<MyCards />} />
      <Route path="/account" element={<Account />} />
      <Route path="/contact" element={<Contact />} />
      <Route path="/privacy-policy" element={<Privacy />} />
      <Route path="/rules" element={<Rules />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
    <Ready />
  </Suspense>
)
