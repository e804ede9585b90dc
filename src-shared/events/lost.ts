import { z } from 'zod'
import { defineEvent } from './define.ts'

/**
 * Stands where the store was damaged and the event that was there couldn't be read. It keeps the
 * sequence of a rescued session without gaps; `at` is the time of the event before it.
 */
export const eventLost = defineEvent('event.lost', z.object({}))
