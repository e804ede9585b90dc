/** How serious a diagnostic is, worst first: the order of the Language Server Protocol's numbers, which start at 1. */
export const SEVERITIES = ['error', 'warning', 'information', 'hint'] as const
export type Severity = (typeof SEVERITIES)[number]
