import { useEffect } from 'react'
import type { NativeClient } from '../../connection/connection.ts'
import { useNative } from '../../connection/host-context.tsx'

/** The sizes that browsers go through, too. */
const SIZES = [0.5, 0.67, 0.75, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3] as const

const KEY = 'orrery.zoom'

/** The window's size on a desktop; in a browser that is the browser's own affair. */
export interface Zoom {
  /** To the next larger or smaller size; 0: as it is made. */
  step(direction: 1 | -1 | 0): Promise<unknown>
}

/** The size beside `factor`; at an end it stays. */
export function sizeBeside(factor: number, direction: 1 | -1): number {
  const larger = SIZES.filter((size) => size > factor)
  const smaller = SIZES.filter((size) => size < factor)
  return (direction > 0 ? larger[0] : smaller.at(-1)) ?? factor
}

export function useZoom(): Zoom | undefined {
  const native = useNative()
  if (!native) return undefined
  return {
    step: (direction) => setZoom(native, direction === 0 ? 1 : sizeBeside(readZoom(), direction)),
  }
}

/** Gives the window the size it had the last time. */
export function useKeptZoom(): void {
  const native = useNative()
  useEffect(() => {
    if (native) void setZoom(native, readZoom()).catch(() => undefined)
  }, [native])
}

function setZoom(native: NativeClient, factor: number): Promise<unknown> {
  localStorage.setItem(KEY, String(factor))
  return native['native.setZoom']({ factor })
}

function readZoom(): number {
  const kept = Number(localStorage.getItem(KEY))
  return SIZES.find((size) => size === kept) ?? 1
}
