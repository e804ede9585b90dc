import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { parseJson } from '#shared/lib/parse-json.ts'

/** What a person chose in this window. It stays when another session is opened, and on a reload. */
export function useKeptState<T extends object>(
  key: string,
  schema: z.ZodType<T>,
): readonly [T, (change: Partial<T>) => void] {
  const queries = useQueryClient()
  const queryKey = ['kept', key]
  const read = () => schema.parse(parseJson(sessionStorage.getItem(key) ?? '') ?? {})
  const { data } = useQuery({ queryKey, queryFn: read, initialData: read })
  const change = (changed: Partial<T>) => {
    const next = { ...read(), ...changed }
    sessionStorage.setItem(key, JSON.stringify(next))
    queries.setQueryData(queryKey, next)
  }
  return [data, change]
}
