import type { StoredJson } from '#shared/events/value.ts'
import { useStoredJson } from '../client/stored.ts'
import { type CallArguments, readArguments, toArguments } from './parse-arguments.ts'

/** Returns a call's arguments; `undefined` while they are fetched, or where they are no object. */
export function useArguments(stored: StoredJson): CallArguments | undefined {
  const { text, isPartial } = useStoredJson(stored)
  return toArguments(stored) ?? (isPartial ? undefined : readArguments(text))
}
