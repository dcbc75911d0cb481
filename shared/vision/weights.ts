/** The networks: face detection, a face mesh of 468 points, person segmentation, and body-part segmentation. */
export type NetName = 'detector' | 'mesh' | 'matte' | 'classes'

/** Hashes of the files that the web build makes from the packages' weights. The file names include them. */
export const WEIGHTS: Readonly<Record<NetName, { readonly sha256: string }>> = {
  detector: { sha256: '6ca233f44f9e952aad423db843a0479d93693fc175b09f30b370b9fcaba9c76f' },
  mesh: { sha256: 'af28711318cdea4ef6b8c1b4791fbf791c7984050cc2bbf6b6aa67fc2e4a40f1' },
  matte: { sha256: '616e91db6c0003f6406fa429f40ab2c1f5bf15460e270a1e9bde17eee0b48ca9' },
  classes: { sha256: '3713370b2a1bb45160f77d6de54464b64e2657b7a35d053568e3db3e9b4367a0' },
}

/** Path of a network's file on the site. */
export const weightsPath = (name: NetName): string => `/assets/${name}-${WEIGHTS[name].sha256.slice(0, 12)}.net`
