import type { Chromium } from '../chromium.ts'

let started: Chromium | undefined

/** There is one Chromium, from the start on. */
export function setBrowser(chromium: Chromium): void {
  started = chromium
}

export function browser(): Chromium {
  if (!started) throw new Error('stand-in: no window can be made before the app is ready')
  return started
}
