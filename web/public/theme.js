// Runs before the first paint, so that nobody sees the other theme flash by.
const light = matchMedia('(prefers-color-scheme: light)')
const applyTheme = () => {
  document.documentElement.dataset.theme = light.matches ? 'light' : 'dark'
  document.querySelector('meta[name="theme-color"]').content = light.matches ? '#f1efe7' : '#0c0f0e'
}
applyTheme()
light.addEventListener('change', applyTheme)

// Whoever comes back to a card, or to a form with something in it, shall not see an empty form flash by.
const EMPTY_FORM = '"nickname":"","number":"","team":"Arizona Cardinals","armor":"none"'
try {
  const [card, form] = ['generation', 'player-form'].map((key) => localStorage.getItem(key))
  const returns = card !== null || (form !== null && !form.includes(EMPTY_FORM))
  if (returns && location.pathname === '/') document.documentElement.dataset.returns = ''
} catch {
  // Where nothing can be kept, nobody comes back.
}
