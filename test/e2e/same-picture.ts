import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'

const folder = join(import.meta.dirname, '../../test-results/screens')

interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Where something stands now, to be left out of a comparison. */
export async function areaOf(locator: Locator): Promise<Area> {
  const box = await locator.boundingBox()
  if (!box) throw new Error('What is to be left out is not there.')
  return box
}

/** A terminal's scrollbar comes with what is printed, and goes with time. */
const withoutFading = '.xterm-scrollable-element > .scrollbar { visibility: hidden }'

/** All at once: a slanted line that was drawn in parts, as they changed, is rounded otherwise. */
const drawnAnew = '#root { will-change: transform }'

export function takePicture(page: Page): Promise<Buffer> {
  const style = `${withoutFading} ${drawnAnew}`
  return page.screenshot({ animations: 'disabled', caret: 'hide', style })
}

/** The box around all pixels that differ outside of some areas; `undefined` where none does. */
export async function findDifference(
  page: Page,
  {
    pictures,
    except,
    name,
  }: {
    readonly pictures: readonly [Buffer, Buffer]
    readonly except: readonly Area[]
    readonly name: string
  },
): Promise<string | undefined> {
  await using blank = await page.context().newPage()
  const encoded = pictures.map((picture) => picture.toString('base64'))
  const difference = await blank.evaluate(compare, { encoded, except })
  await page.bringToFront()
  if (difference) keep(pictures, name)
  return difference
}

function keep(pictures: readonly Buffer[], name: string): void {
  mkdirSync(folder, { recursive: true })
  for (const [index, picture] of pictures.entries()) {
    writeFileSync(join(folder, `${name}-${index === 0 ? 'live' : 'replay'}.png`), picture)
  }
}

/** Runs in a page, which can read pictures. */
async function compare({
  encoded,
  except,
}: {
  readonly encoded: readonly string[]
  readonly except: readonly Area[]
}): Promise<string | undefined> {
  const read = async (base64: string) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    const bitmap = await createImageBitmap(new Blob([bytes]))
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
    context?.drawImage(bitmap, 0, 0)
    for (const { x, y, width, height } of except) {
      // Whole pixels: the edge of half of one is neither left out nor compared.
      const [left, top] = [Math.floor(x), Math.floor(y)]
      context?.clearRect(left, top, Math.ceil(x + width) - left, Math.ceil(y + height) - top)
    }
    const pixels = context?.getImageData(0, 0, bitmap.width, bitmap.height).data ?? []
    return { pixels, width: bitmap.width }
  }
  const [one, other] = [await read(encoded[0] ?? ''), await read(encoded[1] ?? '')]
  // Where layers meet at a rounded corner, the browser rounds colours as it draws them anew.
  const unseen = 3
  const [xs, ys]: [number[], number[]] = [[], []]
  for (let at = 0; at < one.pixels.length; at += 4) {
    const isSame = [at, at + 1, at + 2].every(
      (index) => Math.abs((one.pixels[index] ?? 0) - (other.pixels[index] ?? 0)) <= unseen,
    )
    if (isSame) continue
    xs.push((at / 4) % one.width)
    ys.push(Math.floor(at / 4 / one.width))
  }
  if (one.pixels.length === other.pixels.length && xs.length === 0) return undefined
  const bounds = [xs, ys].map(
    (all) =>
      `${all.reduce((a, b) => Math.min(a, b), 1e9)} to ${all.reduce((a, b) => Math.max(a, b), 0)}`,
  )
  return `${xs.length} pixels differ, x ${bounds[0]}, y ${bounds[1]}`
}
