/** A sound made here, of two notes, so that no file has to be loaded. Browsers allow it after a gesture. */
const NOTES = [
  { hertz: 784, at: 0 },
  { hertz: 523, at: 0.35 },
]
const LASTS = 0.9
const LOUDNESS = 0.35

let context: AudioContext | null = null

/** Call it in the handler of a press. */
export async function allowSound(): Promise<boolean> {
  context ??= new AudioContext()
  await context.resume()
  return context.state === 'running'
}

export function chime(): void {
  if (context === null || context.state !== 'running') return
  const start = context.currentTime
  for (const { hertz, at } of NOTES) {
    const tone = context.createOscillator()
    const volume = context.createGain()
    tone.type = 'sine'
    tone.frequency.value = hertz
    volume.gain.setValueAtTime(0, start + at)
    volume.gain.linearRampToValueAtTime(LOUDNESS, start + at + 0.02)
    volume.gain.exponentialRampToValueAtTime(0.001, start + at + LASTS)
    tone.connect(volume).connect(context.destination)
    tone.start(start + at)
    tone.stop(start + at + LASTS)
  }
}
