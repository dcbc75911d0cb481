// Runs before the first paint, so that nobody sees the other theme flash by.
const light = matchMedia('(prefers-color-scheme: light)')
const applyTheme = () => {
  document.documentElement.dataset.theme = light.matches ? 'light' : 'dark'
  document.querySelector('meta[name="theme-color"]').content = light.matches ? '#f1efe7' : '#0c0f0e'
}
applyTheme()
light.addEventListener('change', applyTheme)
