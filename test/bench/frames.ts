import type { Page } from '@playwright/test'

/** Notes the time between each two frames from now on. A string, for it runs in the page. */
export async function watchFrames(page: Page): Promise<void> {
  await page.evaluate(`
    globalThis.frameTimes = []
    {
      let last = performance.now()
      requestAnimationFrame(function draw(now) {
        globalThis.frameTimes.push(now - last)
        last = now
        requestAnimationFrame(draw)
      })
    }
  `)
}

/** In milliseconds, since this was last asked. */
export async function takeFrames(page: Page): Promise<readonly number[]> {
  return await page.evaluate<number[]>('globalThis.frameTimes.splice(0)')
}

/** What 95 of 100 are no longer than. */
export function percentile95(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Number.NaN
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
