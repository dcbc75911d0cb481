/** The sounds of a pack, made of noise and a few tones by the Web Audio API: no file is fetched. */

/** Of 1, the loudest there is. */
const VOLUME = 0.22
/** A chord in the order in which its tones come in, in Hz. */
const CHORD = [392, 523.25, 659.25, 783.99] as const
const TEAR_SECONDS = 0.55

let shared: AudioContext | null = null

/** One context for the page; it wakes in the press that asks for a sound. */
async function open(): Promise<AudioContext> {
  shared ??= new AudioContext()
  if (shared.state === 'suspended') await shared.resume()
  return shared
}

/** Foil between two fingers: what the switch answers with. @throws where the browser plays nothing */
export async function crinkle(): Promise<void> {
  const audio = await open()
  rustle(audio, audio.currentTime, { seconds: 0.16, from: 5200, to: 3200 })
  rustle(audio, audio.currentTime + 0.11, { seconds: 0.12, from: 6200, to: 4200 })
}

/** The foil tears, and the card comes out. @throws where the browser plays nothing */
export async function pack(): Promise<void> {
  const audio = await open()
  const start = audio.currentTime + 0.02
  rustle(audio, start, { seconds: TEAR_SECONDS, from: 1400, to: 7800 })
  CHORD.forEach((hertz, i) => tone(audio, hertz, start + TEAR_SECONDS * 0.8 + i * 0.07))
}

type Rustle = { seconds: number; from: number; to: number }

/** Crackling noise whose color goes from one frequency (Hz) to another. */
function rustle(audio: AudioContext, at: number, { seconds, from, to }: Rustle): void {
  const noise = new AudioBufferSourceNode(audio, { buffer: crackle(audio, seconds) })
  const color = new BiquadFilterNode(audio, { type: 'bandpass', frequency: from, Q: 0.9 })
  color.frequency.setValueAtTime(from, at)
  color.frequency.exponentialRampToValueAtTime(to, at + seconds)
  noise
    .connect(color)
    .connect(swell(audio, at, seconds, VOLUME * 1.6))
    .connect(audio.destination)
  noise.start(at)
}

/** Noise that comes in grains, as foil gives way. */
function crackle(audio: AudioContext, seconds: number): AudioBuffer {
  const length = Math.ceil(audio.sampleRate * seconds)
  const buffer = new AudioBuffer({ length, sampleRate: audio.sampleRate })
  const samples = buffer.getChannelData(0)
  for (let i = 0, grain = 0; i < length; i++) {
    grain = Math.random() < 0.004 ? 1 : grain * 0.9965
    samples[i] = (Math.random() * 2 - 1) * (0.18 + 0.82 * grain)
  }
  return buffer
}

function tone(audio: AudioContext, hertz: number, at: number): void {
  const voice = new OscillatorNode(audio, { type: 'triangle', frequency: hertz })
  voice.connect(swell(audio, at, 0.9, VOLUME / 2)).connect(audio.destination)
  voice.start(at)
  voice.stop(at + 1)
}

/** Comes in at once and dies away. */
function swell(audio: AudioContext, at: number, seconds: number, loudness: number): GainNode {
  const gain = new GainNode(audio, { gain: 0 })
  gain.gain.setValueAtTime(0, at)
  gain.gain.linearRampToValueAtTime(loudness, at + 0.015)
  gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds)
  return gain
}
