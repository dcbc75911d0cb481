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

// What is seen first needs none of the app's scripts: they come when it is on the screen, with the picture that the page
// is about, and take nothing from it until then.
const LONGEST_WAIT_MS = 800
const onScreen = () => new Promise((seen) => new PerformanceObserver(seen).observe({ type: 'paint', buffered: true }))
const nextFrame = () => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))
const longest = () => new Promise((over) => setTimeout(over, LONGEST_WAIT_MS))
addEventListener('DOMContentLoaded', async () => {
  const scripts = document.querySelector('#scripts')
  const picture = document.querySelector('img[fetchpriority="high"]')
  const decoded = Promise.resolve(picture?.decode()).catch(() => {})
  if (!document.hidden) await Promise.race([longest(), Promise.all([onScreen(), decoded]).then(nextFrame)])
  if (scripts !== null) document.head.append(scripts.content)
})
