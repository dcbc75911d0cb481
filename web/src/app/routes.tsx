import { Suspense, useEffect } from 'react'
import { Link, Route, Routes } from 'react-router-dom'
import { LABELS } from '#shared/domain/messages.ts'
import { buttonLook } from '#web/ui/button.ts'
import { EmptyPage } from '#web/ui/empty.tsx'
import pageStyles from '#web/ui/page.module.css'
import textStyles from '#web/ui/text.module.css'
import type { Screens } from './screens.ts'

const NotFound = () => (
  <EmptyPage says="Page not found">
    <p className={textStyles['mute']}>There is no page at this address.</p>
    <Link className={buttonLook('primary')} to="/">
      {LABELS.generator}
    </Link>
  </EmptyPage>
)

/** Tells public/first-paint.js that the screen can be used. */
function Ready() {
  useEffect(() => void dispatchEvent(new Event('app-ready')), [])
  return null
}

export const AppRoutes = ({
  screens: { Generator, Hall, Card, MyCards, Account, Contact, Privacy, Rules },
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
