import { useMemo, useSyncExternalStore } from 'react'
import type { z } from 'zod'
import { parseJson } from '#shared/lib/json.ts'

const CHANGED = 'orrery:kept'

/**
 * What a person chose in this window. It stays when another session is opened, and on a reload. A
 * change is there at once, so that a field that is typed in can be kept so.
 */
export function useKeptState<T extends object>(
  key: string,
  schema: z.ZodType<T>,
): readonly [T, (change: Partial<T>) => void] {
  const text = useSyncExternalStore(subscribe, () => sessionStorage.getItem(key))
  const kept = useMemo(() => read(text, schema), [text, schema])
  const change = (changed: Partial<T>) => {
    const next = { ...read(sessionStorage.getItem(key), schema), ...changed }
    sessionStorage.setItem(key, JSON.stringify(next))
    window.dispatchEvent(new Event(CHANGED))
  }
  return [kept, change]
}

function read<T>(text: string | null, schema: z.ZodType<T>): T {
  return schema.parse(parseJson(text ?? '') ?? {})
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener(CHANGED, onChange)
  return () => window.removeEventListener(CHANGED, onChange)
}

/**
 * Stores a text for the next reload. Browsers limit a page's storage to some megabytes: an entry that
 * doesn't fit is removed, so that no older text comes back in its place.
 */
export function storeIfItFits(
  storage: Pick<Storage, 'setItem' | 'removeItem'>,
  key: string,
  text: string,
): void {
  try {
    storage.setItem(key, text)
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== 'QuotaExceededError') throw error
    storage.removeItem(key)
  }
}
