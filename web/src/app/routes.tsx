import { lazy, Suspense } from 'react'
import { Route, Routes } from 'react-router-dom'
import { NotFound } from './not-found.tsx'

const GeneratorScreen = lazy(() => import('#web/screens/generator/generator-screen.tsx'))
const HallScreen = lazy(() => import('#web/screens/hall/hall-screen.tsx'))
const CardScreen = lazy(() => import('#web/screens/card/card-screen.tsx'))
const MyCardsScreen = lazy(() => import('#web/screens/my-cards/my-cards-screen.tsx'))
const ContactScreen = lazy(() => import('#web/screens/contact/contact-screen.tsx'))
const PrivacyScreen = lazy(() => import('#web/screens/privacy/privacy-screen.tsx'))

export function AppRoutes() {
  return (
    <Suspense fallback={<div className="page-wait" />}>
      <Routes>
        <Route path="/" element={<GeneratorScreen />} />
        <Route path="/hall-of-fame" element={<HallScreen />} />
        <Route path="/card/:id" element={<CardScreen />} />
        <Route path="/my-cards" element={<MyCardsScreen />} />
        <Route path="/contact" element={<ContactScreen />} />
        <Route path="/privacy-policy" element={<PrivacyScreen />} />
        <Route path="*" element={<NotFound />} />
      </Routes>
    </Suspense>
  )
}
