// A visitor who returns to a card, or to a form with something in it, must not see an empty form flash. An address with
// a query shows what it asks for.
const EMPTY_FORM = '"nickname":"","number":"","team":"","armor":"none"'
try {
  const [card, form] = ['generation', 'player-form'].map((key) => localStorage.getItem(key))
  const returns = card !== null || (form !== null && !form.includes(EMPTY_FORM))
  if (returns && location.pathname === '/' && !location.search) document.documentElement.dataset.returns = ''
} catch {
  // Without storage there is nothing to return to.
}

// The first view needs none of the app's scripts: they come when it is on the screen, with the picture that the page
// is about, and take nothing from it until then.
const LONGEST_WAIT_MS = 800
const longest = () => new Promise((over) => setTimeout(over, LONGEST_WAIT_MS))
const onScreen = () => new Promise((seen) => new PerformanceObserver(seen).observe({ type: 'paint', buffered: true }))
const nextFrame = () => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))
const waitForPaint = async () => {
  const picture = document.querySelector('img[fetchpriority="high"]')
  await Promise.all([onScreen(), picture?.decode().catch(() => {})])
  await nextFrame()
}

const sayUnstarted = () => {
  delete document.documentElement.dataset.returns
  document.querySelector('#unstarted').hidden = false
}

const start = async () => {
  const scripts = document.querySelector('#scripts')
  if (scripts === null) return
  try {
    if (!document.hidden) await Promise.race([longest(), waitForPaint()])
  } catch {
    // A browser that cannot tell what is on its screen gets them at once.
  }
  scripts.content.querySelector('script').addEventListener('error', sayUnstarted)
  document.head.append(scripts.content)
}

addEventListener('DOMContentLoaded', () => void start())

// A button that is pressed before hydration is pressed again afterwards: hydration keeps the element.
const early = new Set()
const note = ({ target }) => {
  const button = target.closest('button[type=button]')
  if (button) early.add(button)
}
addEventListener('click', note, true)
addEventListener('app-starts', () => removeEventListener('click', note, true))
addEventListener('app-ready', () => {
  delete document.querySelector('#root').dataset.served
  for (const button of early) if (button.isConnected) button.click()
  early.clear()
})
