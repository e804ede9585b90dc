import type { Profile } from '#shared/settings.ts'
import type { Severity } from './shell/verdict.ts'

type Rulings = Readonly<Record<Severity, 'allow' | 'ask' | 'deny'>>

/** What each profile makes of a command, by what it could do. */
const RULINGS: Readonly<Record<Profile, Rulings>> = {
  restricted: {
    safe: 'deny',
    risky: 'deny',
    unknown: 'deny',
    dangerous: 'deny',
    catastrophic: 'deny',
  },
  standard: {
    safe: 'allow',
    risky: 'ask',
    unknown: 'ask',
    dangerous: 'deny',
    catastrophic: 'deny',
  },
  trusted: {
    safe: 'allow',
    risky: 'allow',
    unknown: 'ask',
    dangerous: 'allow',
    catastrophic: 'deny',
  },
}

/** What a profile says of a command that could do this. */
export function rulingOf(severity: Severity, profile: Profile): 'allow' | 'ask' | 'deny' {
  return RULINGS[profile][severity]
}
