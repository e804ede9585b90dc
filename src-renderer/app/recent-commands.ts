import { z } from 'zod'

const KEY = 'orrery.recent-commands'
const KEPT = 6

const Ids = z.array(z.string())

/** The ids of the commands that were chosen last in the palette, the latest first. */
export function recentCommands(): readonly string[] {
  try {
    return Ids.parse(JSON.parse(localStorage.getItem(KEY) ?? '[]'))
  } catch {
    return []
  }
}

export function rememberCommand(id: string): void {
  const ids = [id, ...recentCommands().filter((one) => one !== id)]
  localStorage.setItem(KEY, JSON.stringify(ids.slice(0, KEPT)))
}
