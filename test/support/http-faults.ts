import type { HttpFault } from './http-faults/http-fault.ts'
import { intercepted } from './http-faults/intercepted.ts'
import { notStreamed } from './http-faults/not-streamed.ts'
import { refused } from './http-faults/refused.ts'
import { streamed } from './http-faults/streamed.ts'

export const httpFaults: readonly HttpFault[] = [
  ...intercepted,
  ...refused,
  ...notStreamed,
  ...streamed,
]
