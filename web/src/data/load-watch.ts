/** What listens to others is loaded when somebody first does. A page that cannot load it shows what it has. */
export const loadWatch = (use: (watch: typeof import('./live/watch.ts').watch) => void): Promise<void> =>
  import('./live/watch.ts').then(
    ({ watch }) => use(watch),
    () => {},
  )
