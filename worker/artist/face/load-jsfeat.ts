import type jsfeatType from 'jsfeat'

export type Jsfeat = typeof jsfeatType

let loaded: Promise<Jsfeat> | null = null

/** The library with its two cascades, loaded at the first face and not at the start of the Worker. */
export function loadJsfeat(): Promise<Jsfeat> {
  loaded ??= load()
  return loaded
}

async function load(): Promise<Jsfeat> {
  const { default: jsfeat } = await import('jsfeat')
  const scope = globalThis as { jsfeat?: Jsfeat }
  // The cascades are scripts of 2015 that hang themselves into a global variable of this name.
  scope.jsfeat = jsfeat
  await import('jsfeat/cascades/frontalface.js')
  await import('jsfeat/cascades/bbf_face.js')
  delete scope.jsfeat
  jsfeat.bbf.prepare_cascade(jsfeat.bbf.face_cascade)
  return jsfeat
}
